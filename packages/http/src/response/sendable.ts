import type { Actor } from "@kalends/core";
import type { Context } from "koa";
import { isPassing } from "../errors/error-codes.ts";
import type { Known, Representation, Streamed, Whole } from "../representation/representation.ts";
import type { Addresses } from "../request/address/addresses.ts";
import { hasBody } from "../request/body/incoming-bytes.ts";
import type { HttpSettings } from "../settings.ts";
import { ignoredHeaders } from "./adjusted-headers.ts";
import { corsHeaders } from "./cors.ts";
import type { Prepared } from "./preparation.ts";
import { SHORTEST } from "./sending/compression.ts";

/** To whom an answer goes. */
export interface Recipient {
  /** The effective method, which need not be the one of the request line. */
  readonly method: string;
  readonly actor: Actor;
  /** Whether the address says who asks: then the answer is for nobody else, whatever it is. */
  readonly isSecret?: boolean;
  readonly addresses: Addresses;
  /** The methods that the caller may use, where that is known. */
  readonly allow?: readonly string[] | undefined;
  /** Headers of the request that the answer depends on, whoever asks. */
  readonly varies?: readonly string[] | undefined;
  /** See `RequestState.template`. */
  readonly template?: string | undefined;
}

/** An answer ready to be sent: everything of it that does not depend on the single request. */
export interface Sendable {
  readonly status: number;
  /** Whether it is a read, which has a tag. */
  readonly isRead: boolean;
  /** Whether it has one all the same. */
  readonly isTagged?: boolean;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Without what others have said before. */
  readonly vary: string;
  readonly representation: Representation | Streamed | Known;
  /** What may be sent compressed; absent: it goes out as it is. */
  readonly compressible: Whole | undefined;
  /** See `RequestState.template`. */
  readonly template?: string | undefined;
  /** See `Answer.ignored`. */
  readonly ignored?: readonly string[] | undefined;
  /** A page of the site: scripts of other sites do not read it unless it says so. */
  readonly isPage?: true;
}

/** True if compression makes it smaller. */
export const isLong = (representation: Prepared["representation"]): boolean => {
  if ("bytes" in representation) return representation.bytes.length >= SHORTEST;
  return (
    "isKnown" in representation && representation.length !== undefined && representation.length >= SHORTEST
  );
};

/** What pictures and the like are made of is compressed already. */
const OF_TEXT = /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml|x-ndjson|javascript)\b)/i;

/** True for texts, and where no type is named: then it is JSON. */
export const isOfText = (contentType = "text/"): boolean => OF_TEXT.test(contentType);

/** A plugin's route may have encoded its answer, forbid that, or say itself what it depends on. */
const OWN_ENCODING = /^(?:content-encoding|cache-control|vary)$/i;

const leavesEncodingToUs = (headers: Readonly<Record<string, string>>): boolean => {
  for (const [name, value] of Object.entries(headers)) {
    if (OWN_ENCODING.test(name) || (/^content-type$/i.test(name) && !isOfText(value))) return false;
  }
  return true;
};

/** Makes of an answer what is sent to a recipient. */
export type ToSendable = (ctx: Context, recipient: Recipient, prepared: Prepared) => Sendable;

/** Source: rules/interface.md#response-headers, rules/interface.md#caching, rules/interface.md#compression. */
export const createToSendable = ({
  cacheMaxAge,
  compression,
  identityHeaders,
  storageRetryAfter,
}: HttpSettings): ToSendable => {
  const common: Sendable["headers"] = [
    ["Content-Type", "application/json; charset=UTF-8"],
    ["X-Content-Type-Options", "nosniff"],
    ["X-Robots-Tag", "noindex"],
    // Browsers send cookies by themselves.
    ...corsHeaders(identityHeaders.filter((name) => !/^(?:authorization|cookie)$/i.test(name))),
  ];
  return (ctx, { method, actor, isSecret = false, addresses, allow, varies = [], template }, prepared) => {
    const { answer, representation } = prepared;
    const { status, headers = {}, language, isFleeting = false, ignored } = answer;
    const isRead = method === "GET" || method === "HEAD";
    const isAnonymousRead = isRead && !isSecret && actor.id === undefined;
    // Caches go only by the address, and keep no failures of a caller or of the moment.
    const isForAll =
      isAnonymousRead &&
      status !== 401 &&
      status < 500 &&
      ctx.get("X-HTTP-Method-Override") === "" &&
      !hasBody(ctx);
    /*
     * What others see may be a secret, and the length of what is compressed says something about all that is in it to whoever makes
     * them ask and chooses a part. A HEAD that the request line does not name has no length, either.
     */
    const mayCompress =
      compression &&
      isAnonymousRead &&
      status === 200 &&
      method === ctx.method &&
      isLong(representation) &&
      leavesEncodingToUs(headers);
    const maxAge = status === 200 ? cacheMaxAge : 0;
    const ownCaching = isRead
      ? "private, no-cache"
      : "no-cache, must-revalidate, max-age=0, no-store, private";
    const lasting = isForAll ? `public, max-age=${maxAge}, must-revalidate` : ownCaching;
    const isKeptByNobody = isFleeting || (!isForAll && actor.id === undefined);
    return {
      status,
      isRead,
      isTagged: answer.revision !== undefined,
      headers: [
        ...(allow === undefined ? [] : [["Allow", allow.join(", ")] as const]),
        ...common,
        ["Link", `<${addresses.rest}/>; rel="https://api.w.org/"`],
        ["Cache-Control", isKeptByNobody ? "no-store" : lasting],
        ...Object.entries(headers),
        // Last, whatever a plugin says.
        ...(isSecret ? [["Cache-Control", "private, no-store"] as const] : []),
        ...(language === undefined ? [] : [["Content-Language", language] as const]),
        ...(isPassing(status) ? [["Retry-After", String(storageRetryAfter)] as const] : []),
      ],
      vary: [
        ...varies,
        "Origin",
        // Signed-in callers must not be served what was cached for anonymous ones.
        ...(isForAll && cacheMaxAge > 0 ? identityHeaders : []),
        ...(mayCompress ? ["Accept-Encoding"] : []),
      ].join(", "),
      representation,
      compressible: mayCompress && "bytes" in representation ? representation : undefined,
      template,
      ignored,
    };
  };
};

/** The same success to a read with the undeclared parameters that were sent: what is kept does not depend on them. */
export const namingUnknown = (sendable: Sendable, unknown: readonly string[]): Sendable => {
  const { isRead, status, headers, ignored = [] } = sendable;
  if (!isRead || status !== 200 || ignored.length + unknown.length === 0) return sendable;
  return { ...sendable, headers: [...headers, ...Object.entries(ignoredHeaders([...ignored, ...unknown]))] };
};

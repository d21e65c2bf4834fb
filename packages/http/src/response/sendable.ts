import type { Actor } from "@kalends/core";
import type { Context } from "koa";
import { isPassing } from "../errors/error-codes.ts";
import type { Known, Representation, Streamed, Whole } from "../representation/representation.ts";
import type { Addresses } from "../request/address/addresses.ts";
import { hasBody } from "../request/body/incoming-bytes.ts";
import type { HttpSettings } from "../settings.ts";
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

const COMMON: Sendable["headers"] = [
  ["Content-Type", "application/json; charset=UTF-8"],
  ["X-Content-Type-Options", "nosniff"],
  ["X-Robots-Tag", "noindex"],
];

/** True if compression makes it smaller. */
export const isLong = (representation: Prepared["representation"]): boolean => {
  if ("bytes" in representation) return representation.bytes.length >= SHORTEST;
  return (
    "isKnown" in representation && representation.length !== undefined && representation.length >= SHORTEST
  );
};

const isReading = (method: string): boolean => method === "GET" || method === "HEAD";

/** Whether caches may keep it: failures of a caller or of the moment they may not. */
const isPublic = (ctx: Context, { method, actor, isSecret }: Recipient, status: number): boolean =>
  isSecret !== true &&
  actor.id === undefined &&
  isReading(method) &&
  status !== 401 &&
  status < 500 &&
  // Caches go only by the address.
  ctx.get("X-HTTP-Method-Override") === "" &&
  !hasBody(ctx);

const toPrivateCaching = ({ method, actor }: Recipient): string => {
  if (actor.id === undefined) return "no-store";
  return isReading(method) ? "private, no-cache" : "no-cache, must-revalidate, max-age=0, no-store, private";
};

/** What pictures and the like are made of is compressed already. */
const OF_TEXT = /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml|x-ndjson|javascript)\b)/i;

export const isOfText = (headers: Readonly<Record<string, string>>): boolean =>
  Object.entries(headers).every(([name, value]) => !/^content-type$/i.test(name) || OF_TEXT.test(value));

/** A plugin's route may have encoded its answer, forbid that, or say itself what it depends on. */
const OWN_ENCODING = /^(?:content-encoding|cache-control|vary)$/i;

/**
 * Reads of anonymous callers only. What others see may be a secret, and the length of what is compressed says something about all
 * that is in it to whoever makes them ask and chooses a part. Source: rules/interface.md#compression.
 */
const isCompressible = (
  ctx: Context,
  { method, actor, isSecret }: Recipient,
  { status, headers = {} }: Prepared["answer"],
): boolean =>
  status === 200 &&
  isSecret !== true &&
  actor.id === undefined &&
  isReading(method) &&
  // A HEAD that the request line does not name has no length, either.
  method === ctx.method &&
  isOfText(headers) &&
  !Object.keys(headers).some((name) => OWN_ENCODING.test(name));

/** Source: rules/interface.md#response-headers, rules/interface.md#caching. */
export const createSendable = (
  ctx: Context,
  recipient: Recipient,
  { answer, representation }: Prepared,
  { cacheMaxAge, compression, identityHeaders, storageRetryAfter }: HttpSettings,
): Sendable => {
  const { status, headers = {}, language, isFleeting = false } = answer;
  const { method, addresses, isSecret = false, allow, varies = [], template } = recipient;
  // What scripts of other sites may send of them: cookies browsers send by themselves.
  const schemeHeaders = identityHeaders.filter((name) => !/^(?:authorization|cookie)$/i.test(name));
  const forAll = isPublic(ctx, recipient, status);
  const mayCompress = compression && isLong(representation) && isCompressible(ctx, recipient, answer);
  const lasting = forAll
    ? `public, max-age=${status === 200 ? cacheMaxAge : 0}, must-revalidate`
    : toPrivateCaching(recipient);
  const caching = isFleeting ? "no-store" : lasting;
  return {
    status,
    isRead: isReading(method),
    isTagged: answer.revision !== undefined,
    headers: [
      ...(allow === undefined ? [] : [["Allow", allow.join(", ")] as const]),
      ...COMMON,
      ...corsHeaders(schemeHeaders),
      ["Link", `<${addresses.rest}/>; rel="https://api.w.org/"`],
      ["Cache-Control", caching],
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
      ...(forAll && cacheMaxAge > 0 ? identityHeaders : []),
      ...(mayCompress ? ["Accept-Encoding"] : []),
    ].join(", "),
    representation,
    compressible: mayCompress && "bytes" in representation ? representation : undefined,
    template,
    ignored: answer.ignored,
  };
};

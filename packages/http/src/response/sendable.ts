import { hash } from "node:crypto";
import type { Actor } from "@kalends/core";
import type { Context } from "koa";
import { isTemporary } from "../errors/error-codes.ts";
import type {
  CompleteBody,
  NotModified,
  Representation,
  Streamed,
} from "../representation/representation.ts";
import type { Addresses } from "../request/address/addresses.ts";
import { hasBody } from "../request/body/incoming-bytes.ts";
import { isOtherOrigin, sessionCookie } from "../request/caller/session-cookie.ts";
import type { HttpSettings } from "../settings.ts";
import { ignoredHeaders } from "./adjusted-headers.ts";
import { corsHeaders } from "./cors.ts";
import type { Prepared } from "./preparation.ts";
import { MIN_COMPRESSED_BYTES } from "./sending/compression.ts";

/** Facts about the recipient of a response. */
export interface Recipient {
  /** Effective HTTP method, which may differ from the one in the request line. */
  readonly method: string;
  readonly actor: Actor;
  /** True if the URL contains credentials, so that no cache may store the response. */
  readonly hasCredentials?: boolean;
  /** True if the request has a session cookie, valid or not. */
  readonly hasCookie?: boolean;
  /** Token of the session cookie to set; `null` deletes the cookie. */
  readonly session?: string | null | undefined;
  readonly addresses: Addresses;
  /** Methods that the caller may use at this address, if known. */
  readonly allow?: readonly string[] | undefined;
  /** Request headers on which the response depends for every caller. */
  readonly varies?: readonly string[] | undefined;
  /** Path template of the endpoint from the REST root on, such as `/tribe/events/v1/events/{id}`. */
  readonly template?: string | undefined;
}

/**
 * Response that is ready to be sent. It contains no parts that depend on the single request, so it can be
 * cached.
 */
export interface Sendable {
  readonly status: number;
  /** True for responses to reads, which have an entity tag. */
  readonly isRead: boolean;
  /** True if the response to a write also has an entity tag. */
  readonly isTagged?: boolean;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Value of the `Vary` header, without the values that a host has already set. */
  readonly vary: string;
  readonly representation: Representation | Streamed | NotModified;
  /** Body that may be sent compressed; `undefined` if the body must not be compressed. */
  readonly compressible: CompleteBody | undefined;
  /** Path template of the endpoint from the REST root on, such as `/tribe/events/v1/events/{id}`. */
  readonly template?: string | undefined;
  /** Names of declared parameters that were sent but have no effect. */
  readonly ignored?: readonly string[] | undefined;
  /**
   * Set if the response gets no CORS header for the requesting origin. Set for web pages and the element's
   * script, whose own headers may still allow other sites to read them. Also set if a request with a session
   * cookie names another origin.
   */
  readonly isSameOriginOnly?: true | undefined;
}

/** True if the body is long enough to be compressed. */
export const isLong = (representation: Prepared["representation"]): boolean => {
  if ("bytes" in representation) return representation.bytes.length >= MIN_COMPRESSED_BYTES;
  return (
    "isNotModified" in representation &&
    representation.length !== undefined &&
    representation.length >= MIN_COMPRESSED_BYTES
  );
};

/**
 * Matches media types of texts, which are worth compressing. Images and similar content are already
 * compressed.
 */
const OF_TEXT = /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml|x-ndjson|javascript)\b)/i;

/** True for media types of texts. A response without a media type is JSON. */
export const isOfText = (contentType = "text/"): boolean => OF_TEXT.test(contentType);

/**
 * Matches headers with which a plugin route encodes its response itself, forbids encoding, or sets its own
 * `Vary`.
 */
const OWN_ENCODING = /^(?:content-encoding|cache-control|vary)$/i;

const leavesEncodingToUs = (headers: Readonly<Record<string, string>>): boolean => {
  for (const [name, value] of Object.entries(headers)) {
    if (OWN_ENCODING.test(name) || (/^content-type$/i.test(name) && !isOfText(value))) return false;
  }
  return true;
};

const ALLOWING = /^access-control-allow-/i;

const TAG = /^"(\d+-)?(.*)"$/;

/**
 * Returns the body with an entity tag that differs for each user. A browser then never uses a response that
 * it has cached for another caller. The revision in the tag stays.
 * Source: rules/sign-in.md#session-caching.
 */
const ofSession = <R extends Prepared["representation"]>(representation: R, userId = 0): R => {
  const { tag } = representation;
  // The client has sent this tag itself, so the tag already belongs to its user.
  if (tag === undefined || "isNotModified" in representation) return representation;
  const [, revision = "", digest = ""] = TAG.exec(tag) ?? [];
  return {
    ...representation,
    tag: `"${revision}${hash("sha1", `session ${userId} ${digest}`, "base64url")}"`,
  };
};

/** Builds the response for a recipient. */
export type ToSendable = (ctx: Context, recipient: Recipient, prepared: Prepared) => Sendable;

/**
 * Creates the function that creates sendable responses. Source: rules/interface.md#response-headers,
 * rules/interface.md#caching, rules/interface.md#compression.
 */
export const createToSendable = ({
  cacheMaxAge,
  compression,
  identityHeaders,
  storageRetryAfter,
  publicOrigin,
}: HttpSettings): ToSendable => {
  const common: Sendable["headers"] = [
    ["Content-Type", "application/json; charset=UTF-8"],
    ["X-Content-Type-Options", "nosniff"],
    ["X-Robots-Tag", "noindex"],
    // Browsers send cookies automatically, and `Authorization` is always allowed.
    ...corsHeaders(identityHeaders.filter((name) => !/^(?:authorization|cookie)$/i.test(name))),
  ];
  return (
    ctx,
    { method, actor, addresses, allow, varies = [], template, session, ...recipient },
    prepared,
  ) => {
    const { hasCredentials = false, hasCookie = false } = recipient;
    const { answer } = prepared;
    const representation = hasCookie ? ofSession(prepared.representation, actor.id) : prepared.representation;
    const isSameOriginOnly = hasCookie && isOtherOrigin(ctx.req, addresses, { publicOrigin });
    const { status, headers = {}, language, isUncacheable = false, ignored } = answer;
    const isRead = method === "GET" || method === "HEAD";
    const isAnonymousRead = isRead && !hasCredentials && !hasCookie && actor.id === undefined;
    // Caches use only the address as key, and must not store errors that depend on the caller or the moment.
    const isForAll =
      isAnonymousRead &&
      status !== 401 &&
      status < 500 &&
      ctx.get("X-HTTP-Method-Override") === "" &&
      !hasBody(ctx);
    /*
     * Only anonymous reads are compressed. If an attacker causes a request and chooses a part of its
     * response, the compressed length reveals something about the remaining content. A HEAD by method
     * override is not compressed, because it has no length.
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
    const isKeptByNobody = isUncacheable || (!isForAll && !hasCookie && actor.id === undefined);
    return {
      status,
      isRead,
      isTagged: answer.revision !== undefined,
      headers: [
        ...(allow === undefined ? [] : [["Allow", allow.join(", ")] as const]),
        ...(isSameOriginOnly ? common.filter(([name]) => !ALLOWING.test(name)) : common),
        ["Link", `<${addresses.rest}/>; rel="https://api.w.org/"`],
        ["Cache-Control", isKeptByNobody ? "no-store" : lasting],
        ...Object.entries(headers),
        // After the other headers, so that it overrides the `Cache-Control` of a plugin.
        ...(hasCredentials ? [["Cache-Control", "private, no-store"] as const] : []),
        ...(session === undefined ? [] : [["Set-Cookie", sessionCookie(session, addresses)] as const]),
        ...(language === undefined ? [] : [["Content-Language", language] as const]),
        ...(isTemporary(status) ? [["Retry-After", String(storageRetryAfter)] as const] : []),
      ],
      vary: [
        ...varies,
        "Origin",
        // Callers with an account must not get responses that were cached for anonymous callers.
        ...(isForAll && cacheMaxAge > 0 ? identityHeaders : []),
        ...(mayCompress ? ["Accept-Encoding"] : []),
      ].join(", "),
      representation,
      compressible: mayCompress && "bytes" in representation ? representation : undefined,
      template,
      ignored,
      ...(isSameOriginOnly && { isSameOriginOnly }),
    };
  };
};

/**
 * Adds the header that names undeclared parameters to a successful read. Cached responses do not contain it,
 * because they do not depend on these parameters.
 */
export const namingUnknown = (sendable: Sendable, unknown: readonly string[]): Sendable => {
  const { isRead, status, headers, ignored = [] } = sendable;
  if (!isRead || status !== 200 || ignored.length + unknown.length === 0) return sendable;
  return { ...sendable, headers: [...headers, ...Object.entries(ignoredHeaders([...ignored, ...unknown]))] };
};

import { Readable } from "node:stream";
import type { Actor } from "@kalends/core";
import type { Context } from "koa";
import type { Addresses } from "../request/addresses.ts";
import { hasBody } from "../request/incoming-bytes.ts";
import type { HttpSettings } from "../settings.ts";
import type { Prepared } from "./preparation.ts";
import type { Representation } from "./representation.ts";
import { deliver, lingerUntilRead } from "./sending.ts";

/** To whom an answer goes. */
interface Recipient {
  /** The effective method, which need not be the one of the request line. */
  readonly method: string;
  readonly actor: Actor;
  readonly addresses: Addresses;
}

/** Sends an answer with the headers that all of them have; nothing but headers to those who ask for no more. */
type Respond = (ctx: Context, recipient: Recipient, prepared: Prepared) => void;

const COMMON: readonly (readonly [name: string, value: string])[] = [
  ["Content-Type", "application/json; charset=UTF-8"],
  ["X-Content-Type-Options", "nosniff"],
  ["X-Robots-Tag", "noindex"],
  // Clients in browsers of other sites go by them as well.
  [
    "Access-Control-Expose-Headers",
    "X-WP-Total, X-WP-TotalPages, Link, X-TEC-Total, X-TEC-TotalPages, Location, Retry-After, X-Kalends-Ignored, X-Kalends-Adjusted, Preference-Applied, X-Request-Id",
  ],
  [
    "Access-Control-Allow-Headers",
    "Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, Prefer",
  ],
];

/** On every answer under the REST root. Source: rules/interface.md#response-headers, rules/interface.md#cors. */
const setCommonHeaders = (ctx: Context, { rest }: Addresses): void => {
  const { req, res } = ctx;
  for (const [name, value] of COMMON) res.setHeader(name, value);
  // A host may have said before what else its answers depend on.
  if (res.hasHeader("Vary")) ctx.vary("Origin");
  else res.setHeader("Vary", "Origin");
  res.setHeader("Link", `<${rest}/>; rel="https://api.w.org/"`);
  const { origin } = req.headers;
  if (origin === undefined || origin === "") return;
  res.setHeader("Access-Control-Allow-Origin", origin);
  res.setHeader("Access-Control-Allow-Credentials", "true");
  res.setHeader("Access-Control-Allow-Methods", "OPTIONS, GET, POST, PUT, PATCH, DELETE");
};

/** Failures of a caller or of the moment are not cached. Source: rules/interface.md#caching. */
const setCaching = (
  ctx: Context,
  { method, actor }: Recipient,
  status: number,
  { cacheMaxAge, identityHeaders }: HttpSettings,
): void => {
  const isRead = isReading(method);
  // Caches go only by the address.
  const isAddressed = ctx.get("X-HTTP-Method-Override") === "" && !hasBody(ctx);
  if (actor.id !== undefined) {
    ctx.set(
      "Cache-Control",
      isRead ? "private, no-cache" : "no-cache, must-revalidate, max-age=0, no-store, private",
    );
  } else if (!isRead || !isAddressed || status === 401 || status >= 500) {
    ctx.set("Cache-Control", "no-store");
  } else {
    ctx.set("Cache-Control", `public, max-age=${status === 200 ? cacheMaxAge : 0}, must-revalidate`);
    // Signed-in callers must not be served what was cached for anonymous ones.
    if (cacheMaxAge > 0) ctx.vary([...identityHeaders]);
  }
};

const isReading = (method: string): boolean => method === "GET" || method === "HEAD";

/** Whether the client has what this tag names, also where `no-cache` is sent, which `fresh` obeys. */
export const hasTag = ({ req }: Context, tag: string): boolean => {
  const { "if-none-match": header = "" } = req.headers;
  return header.trim() === "*" || header.split(",").some((known) => known.trim().replace(/^W\//, "") === tag);
};

const setBody = (ctx: Context, representation: Representation): void => {
  if ("bytes" in representation) {
    ctx.body = representation.bytes;
    return;
  }
  if (ctx.method !== "HEAD") ctx.body = Readable.from(representation.portions(), { objectMode: false });
  ctx.length = representation.length;
};

/** Source: rules/interface.md#head, rules/interface.md#conditional-reads. */
export const createResponder =
  (settings: HttpSettings): Respond =>
  (ctx, recipient, { answer, representation }) => {
    const { status, headers = {}, language } = answer;
    const { method, addresses } = recipient;
    setCommonHeaders(ctx, addresses);
    setCaching(ctx, recipient, status, settings);
    ctx.set(headers);
    if (language !== undefined) ctx.set("Content-Language", language);
    if (status === 503) ctx.set("Retry-After", String(settings.storageRetryAfter));
    if (isReading(method)) ctx.set("ETag", representation.tag);
    if (isReading(method) && status === 200 && hasTag(ctx, representation.tag)) ctx.status = 304;
    else {
      ctx.status = status;
      // A HEAD of the request line gets the length without the bytes; one that is only asked for gets neither.
      if (method === "HEAD" && ctx.method !== "HEAD") ctx.body = "";
      else setBody(ctx, representation);
    }
    deliver(ctx, settings.sendTimeout);
    lingerUntilRead(ctx);
  };

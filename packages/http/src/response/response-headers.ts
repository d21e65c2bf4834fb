import type { Context } from "koa";
import type { Addresses } from "../request/addresses.ts";
import type { HttpSettings } from "../settings.ts";

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

/** On every answer under the REST root. Source: 00-overview sections 5 and 10. */
export const setCommonHeaders = (ctx: Context, { rest }: Addresses): void => {
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

/** Who asked, and how it went: what caching depends on. */
export interface Cacheability {
  readonly isRead: boolean;
  /** Whether its address alone says what was asked for, as caches take it. */
  readonly isAddressed: boolean;
  readonly isSignedIn: boolean;
  readonly status: number;
}

/** Source: 90-decisions P18. What fails for a caller or for the moment is not kept by anybody. */
export const setCaching = (
  ctx: Context,
  { isRead, isAddressed, isSignedIn, status }: Cacheability,
  { cacheMaxAge, identityHeaders }: HttpSettings,
): void => {
  if (isSignedIn) {
    ctx.res.setHeader(
      "Cache-Control",
      isRead ? "private, no-cache" : "no-cache, must-revalidate, max-age=0, no-store, private",
    );
  } else if (!isRead || !isAddressed || status === 401 || status >= 500) {
    ctx.res.setHeader("Cache-Control", "no-store");
  } else {
    ctx.res.setHeader(
      "Cache-Control",
      `public, max-age=${status === 200 ? cacheMaxAge : 0}, must-revalidate`,
    );
    // Whoever signs in must not be served what was kept for everybody.
    if (cacheMaxAge > 0) ctx.vary([...identityHeaders]);
  }
};

/** Whether one of the tags that the client has names this answer. */
export const isKnownTag = (header: string, tag: string): boolean =>
  header.trim() === "*" ||
  header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === tag);

/** Tags an answer to a read; true when the client has it already. Source: 90-decisions P18. */
export const setEntityTag = (ctx: Context, tag: string): boolean => {
  ctx.res.setHeader("ETag", tag);
  const known = ctx.req.headers["if-none-match"];
  return known !== undefined && known !== "" && isKnownTag(known, tag);
};

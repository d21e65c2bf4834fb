import type { IncomingMessage, ServerResponse } from "node:http";

/*
 * CORS headers. `@koa/cors` is not used, because it omits these headers on reads and without an `Origin`. The
 * original API sends them with every response. Source: rules/interface.md#cors.
 */

const ALLOWED_HEADERS =
  "Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, Prefer, If-Match, Idempotency-Key";

/**
 * Returns the CORS headers for every response of the REST interface. `headers`: additional request headers
 * that scripts of other sites may send.
 */
export const corsHeaders = (
  headers: readonly string[],
): readonly (readonly [name: string, value: string])[] => [
  [
    "Access-Control-Expose-Headers",
    "X-WP-Total, X-WP-TotalPages, Link, X-TEC-Total, X-TEC-TotalPages, Location, Retry-After, X-Kalends-Ignored, X-Kalends-Adjusted, X-Kalends-Notice, Preference-Applied, X-Request-Id, Idempotency-Replayed, ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy",
  ],
  ["Access-Control-Allow-Headers", [ALLOWED_HEADERS, ...headers].join(", ")],
];

/**
 * Allows scripts of the requesting origin to read the response, even if the request contained the user's
 * credentials.
 */
export const allowOrigin = ({ headers: { origin } }: IncomingMessage, response: ServerResponse): void => {
  if (origin === undefined || origin === "") return;
  response.setHeader("Access-Control-Allow-Origin", origin);
  response.setHeader("Access-Control-Allow-Credentials", "true");
  response.setHeader("Access-Control-Allow-Methods", "OPTIONS, GET, POST, PUT, PATCH, DELETE");
};

/** Headers of files that everybody may read, on any site. */
export const PUBLIC_FILE = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
} as const;

import type { IncomingMessage, ServerResponse } from "node:http";

/*
 * CORS headers. `@koa/cors` is not used: the original interface sends these headers on every response, also on reads
 * and without an `Origin`, and `@koa/cors` does not.
 * Source: rules/interface.md#cors.
 */

const ALLOWED_HEADERS =
  "Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, Prefer, If-Match, Idempotency-Key";

/**
 * Returns the CORS headers for every response of the interface. `headers` are additional request headers that
 * scripts of other sites may send.
 */
export const corsHeaders = (
  headers: readonly string[],
): readonly (readonly [name: string, value: string])[] => [
  [
    "Access-Control-Expose-Headers",
    "X-WP-Total, X-WP-TotalPages, Link, X-TEC-Total, X-TEC-TotalPages, Location, Retry-After, X-Kalends-Ignored, X-Kalends-Adjusted, Preference-Applied, X-Request-Id, Idempotency-Replayed, ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy",
  ],
  ["Access-Control-Allow-Headers", [ALLOWED_HEADERS, ...headers].join(", ")],
];

/** Lets scripts of the requesting origin read the response, with the credentials of its user. */
export const allowOrigin = ({ headers: { origin } }: IncomingMessage, response: ServerResponse): void => {
  if (origin === undefined || origin === "") return;
  response.setHeader("Access-Control-Allow-Origin", origin);
  response.setHeader("Access-Control-Allow-Credentials", "true");
  response.setHeader("Access-Control-Allow-Methods", "OPTIONS, GET, POST, PUT, PATCH, DELETE");
};

/** Headers for files that everybody may read. */
export const PUBLIC_FILE = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
} as const;

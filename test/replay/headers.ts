import type { Recording } from "./recordings.ts";
import type { TestResponse } from "./server.ts";

const HEADERS = [
  "allow",
  "cache-control",
  "content-type",
  "link",
  "location",
  "vary",
  "x-content-type-options",
  "x-robots-tag",
  "x-tec-total",
  "x-tec-totalpages",
  "access-control-allow-credentials",
  "access-control-allow-headers",
  "access-control-allow-methods",
  "access-control-allow-origin",
  "access-control-expose-headers",
] as const;

/**
 * Response headers that browser scripts may read and that the recorded server did not allow: totals of lists
 * (rules/interface.md#cors) and headers for browser clients.
 */
const EXPOSED_HEADERS =
  "X-WP-Total, X-WP-TotalPages, Link, X-TEC-Total, X-TEC-TotalPages, Location, Retry-After, X-Kalends-Ignored, X-Kalends-Adjusted, X-Kalends-Notice, Preference-Applied, X-Request-Id, Idempotency-Replayed, ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy";

/** Errors of requests that reach no route. */
const BEFORE_ROUTES =
  /"code":"(?:rest_no_route|rest_cookie_invalid_nonce|invalid_username|incorrect_password)"/;

/** Returns the names of the headers to compare. The recordings of writes lack the headers for caching. */
export const comparedHeaders = ({ request, response }: Recording): readonly string[] =>
  request.method === "GET" || request.method === "HEAD" || "cache-control" in response.headers
    ? HEADERS
    : HEADERS.filter((name) => name !== "cache-control");

/** Returns the expected value of a header: the recorded value, or the value after an intended change. */
export const intendedHeader = (
  name: string,
  { request, response }: Recording,
  { status, text }: TestResponse,
): string | undefined => {
  const recorded = response.headers[name];
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (name === "access-control-expose-headers") return EXPOSED_HEADERS;
  // Scripts of other sites may also send these headers, for example for strict handling
  // (rules/interface.md#cors).
  if (name === "access-control-allow-headers") return `${recorded}, Prefer, If-Match, Idempotency-Key`;
  if (name === "vary") {
    // The language of errors depends on the client. With `Prefer`, reads may refuse ignored parameters
    // (rules/interface.md#ignored-parameters).
    const languages = status < 400 ? [] : ["Accept-Language"];
    const preferences = isRead && !(status >= 400 && BEFORE_ROUTES.test(text)) ? ["Prefer"] : [];
    return [...languages, ...preferences, "Origin"].join(", ");
  }
  if (name === "cache-control" && isRead) {
    return recorded === undefined ? "public, max-age=0, must-revalidate" : "private, no-cache";
  }
  return recorded;
};

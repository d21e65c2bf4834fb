/** Response of the server, either to a single request or inside a batch. */
type WithHeaders = Pick<Response, "headers">;

const TAGS = new WeakMap<object, string>();

/**
 * Returns the `ETag` of the response whose body was this record. Returns `undefined` for any other object,
 * such as a record in a list.
 */
export const etagOf = (record: object): string | undefined => TAGS.get(record);

export const rememberTag = (body: unknown, { headers }: WithHeaders): void => {
  const tag = headers.get("etag");
  if (tag !== null && typeof body === "object" && body !== null) TAGS.set(body, tag);
};

/**
 * Decodes a parameter name. A name that cannot be decoded is returned unchanged and does not throw, because
 * the write has already happened.
 */
const decodeName = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** Returns the names of the parameters that the server stored differently from what was sent. */
export const adjustedBy = ({ headers }: WithHeaders): readonly string[] =>
  (headers.get("x-kalends-adjusted") ?? "")
    .split(",")
    .filter((name) => name !== "")
    .map(decodeName);

/** Returns the notices of a write, such as `venue-busy`. */
export const noticesBy = ({ headers }: WithHeaders): readonly string[] =>
  (headers.get("x-kalends-notice") ?? "").split(",").filter((notice) => notice !== "");

/**
 * Returns the number of seconds in `Retry-After`. Returns `undefined` if the header is missing or not a
 * number.
 */
export const retryAfter = ({ headers }: WithHeaders): number | undefined => {
  const text = headers.get("retry-after") ?? "";
  return /^\d+$/.test(text) ? Number(text) : undefined;
};

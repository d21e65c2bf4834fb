/** A response of the server, alone or inside a batch. */
type WithHeaders = Pick<Response, "headers">;

const TAGS = new WeakMap<object, string>();

/**
 * Returns the `ETag` that came with this record; `undefined` if the record is not a response of this client.
 */
export const etagOf = (record: object): string | undefined => TAGS.get(record);

export const rememberTag = (body: unknown, { headers }: WithHeaders): void => {
  const tag = headers.get("etag");
  if (tag !== null && typeof body === "object" && body !== null) TAGS.set(body, tag);
};

/**
 * Decodes a parameter name. A name that a proxy made undecodable is returned unchanged, because the write has
 * already happened.
 */
const decodeName = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** Returns the names of the parameters that a write did not store as they were sent. */
export const adjustedBy = ({ headers }: WithHeaders): readonly string[] =>
  (headers.get("x-kalends-adjusted") ?? "")
    .split(",")
    .filter((name) => name !== "")
    .map(decodeName);

/** Returns the delay of `Retry-After` in seconds; `undefined` if the header is missing or not a number. */
export const retryAfter = ({ headers }: WithHeaders): number | undefined => {
  const text = headers.get("retry-after") ?? "";
  return /^\d+$/.test(text) ? Number(text) : undefined;
};

/** An answer, by itself or in a batch. */
type Answered = Pick<Response, "headers">;

const TAGS = new WeakMap<object, string>();

/** The `ETag` of the answer that this record was; `undefined` for what no request of this program was answered with. */
export const etagOf = (record: object): string | undefined => TAGS.get(record);

export const remember = (answer: unknown, { headers }: Answered): void => {
  const tag = headers.get("etag");
  if (tag !== null && typeof answer === "object" && answer !== null) TAGS.set(answer, tag);
};

/** What a proxy made of the name is still a name: the write has happened. */
const decodeName = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** The names of the parameters that a write did not store as they were sent. */
export const adjustedBy = ({ headers }: Answered): readonly string[] =>
  (headers.get("x-kalends-adjusted") ?? "")
    .split(",")
    .filter((name) => name !== "")
    .map(decodeName);

/** In seconds. */
export const retryAfter = ({ headers }: Answered): number | undefined => {
  const text = headers.get("retry-after") ?? "";
  return /^\d+$/.test(text) ? Number(text) : undefined;
};

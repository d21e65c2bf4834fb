/** Paths of event feeds and tables, below the base path of the API. */
const PATH =
  /^\/(?:(?:events|(?:events|venues|organizers|categories|tags)\/\d{1,15})\.(?:ics|atom|rss|feed\.json)|(?:events|venues|organizers)\.csv)$/;
const MAX_LENGTH = 1_000;

/**
 * Returns path and query in a normalized form with sorted parameters. Tokens store feeds in this form, so
 * that they can be compared.
 */
const toAddress = (path: string, query: readonly (readonly [string, string])[]): string => {
  const pairs = query.map(([name, value]) => new URLSearchParams([[name, value]]).toString()).sort();
  return path.toLowerCase() + (pairs.length === 0 ? "" : `?${pairs.join("&")}`);
};

/**
 * Returns the normalized form of a feed address below the base path of the API, such as
 * `/events.ics?categories=music`. Returns `undefined` if the text is not the address of a feed or a table,
 * has more than `MAX_LENGTH` characters, or contains a parameter `token`.
 */
export const toFeed = (text: string): string | undefined => {
  const [path = "", ...rest] = text.trim().split("?");
  const pairs = [...new URLSearchParams(rest.join("?"))];
  if (text.length > MAX_LENGTH || pairs.some(([name]) => name === "token")) return undefined;
  return PATH.test(path.toLowerCase()) ? toAddress(path, pairs) : undefined;
};

/** True if the request is for this feed. `feed` is a result of `toFeed`. */
export const isFeed = (
  feed: string,
  { path, query }: { readonly path: string; readonly query: readonly (readonly [string, string])[] },
): boolean => toAddress(path, query) === feed;

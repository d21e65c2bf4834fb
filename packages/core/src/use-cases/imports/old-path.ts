/** Returns a path segment with normalized encoding. A segment with invalid encoding is unchanged. */
const normalized = (segment: string): string => {
  try {
    return encodeURIComponent(decodeURIComponent(segment));
  } catch {
    return segment;
  }
};

/**
 * Returns path and query of a page in a normalized form for comparison. Normalizes the percent-encoding of
 * segments. Removes repeated slashes, a slash at the end, and the fragment. The query is unchanged.
 * Source: rules/choices.md#import-old-paths.
 */
export const toOldPath = (pathAndQuery: string): string => {
  const [address = ""] = pathAndQuery.split("#", 1);
  const [path = ""] = address.split("?", 1);
  const query = address.slice(path.length);
  const segments = path.split("/").filter((segment) => segment !== "");
  return `/${segments.map(normalized).join("/")}${query === "?" ? "" : query}`;
};

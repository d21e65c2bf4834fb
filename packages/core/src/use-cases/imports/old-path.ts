/**
 * Normalizes the percent-encoding of a path segment. A segment with invalid encoding is returned unchanged.
 */
const normalized = (segment: string): string => {
  try {
    return encodeURIComponent(decodeURIComponent(segment));
  } catch {
    return segment;
  }
};

/**
 * Normalizes path and query of a page, so that different spellings of one address are equal.
 * It normalizes percent-encoding and removes repeated slashes, a slash at the end, and the fragment. The
 * query stays unchanged; a `?` without a query is removed.
 * Source: rules/choices.md#import-old-paths.
 */
export const toOldPath = (pathAndQuery: string): string => {
  const [address = ""] = pathAndQuery.split("#", 1);
  const [path = ""] = address.split("?", 1);
  const query = address.slice(path.length);
  const segments = path.split("/").filter((segment) => segment !== "");
  return `/${segments.map(normalized).join("/")}${query === "?" ? "" : query}`;
};

/** A part of a path in one spelling; what is no encoded text stays as it is. */
const normalized = (segment: string): string => {
  try {
    return encodeURIComponent(decodeURIComponent(segment));
  } catch {
    return segment;
  }
};

/**
 * Path and query of a page in one spelling, so that they can be compared: segments are percent-encoded alike, without runs of slashes, a
 * slash at the end and what comes after `#`. The query stays as it is. Source: rules/choices.md#import-old-paths.
 */
export const toOldPath = (pathAndQuery: string): string => {
  const [address = ""] = pathAndQuery.split("#", 1);
  const [path = ""] = address.split("?", 1);
  const query = address.slice(path.length);
  const segments = path.split("/").filter((segment) => segment !== "");
  return `/${segments.map(normalized).join("/")}${query === "?" ? "" : query}`;
};

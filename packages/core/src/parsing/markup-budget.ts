import { MAX_DEPTH } from "./hostile-values.ts";

/**
 * Tags in all texts of a request together, ends and what only looks like a tag included: what cleaning HTML costs
 * grows with them, and no post comes near. Source: rules/interface.md#request-limits.
 */
export const MAX_TAGS = 20_000;

/** Tags in the texts of a value, of a text no more than are too many; what lies too deep is refused anyway. */
const countTags = (value: unknown, level = 2): number => {
  if (typeof value === "string") {
    let count = 0;
    for (let at = value.indexOf("<"); at !== -1 && count <= MAX_TAGS; at = value.indexOf("<", at + 1))
      count += 1;
    return count;
  }
  if (typeof value !== "object" || value === null || level > MAX_DEPTH) return 0;
  return Object.values(value).reduce<number>((count, entry) => count + countTags(entry, level + 1), 0);
};

/** The parameter, of these in their order, whose texts go beyond what the request may hold. */
export const findExcessiveMarkup = (
  names: Iterable<string>,
  raw: Readonly<Record<string, unknown>>,
): string | undefined => {
  let count = 0;
  for (const name of names) {
    count += countTags(raw[name]);
    if (count > MAX_TAGS) return name;
  }
  return undefined;
};

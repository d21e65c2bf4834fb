import { MAX_DEPTH } from "./hostile-values.ts";

/**
 * Maximum number of tags in all texts of a request. Closing tags and texts that resemble tags count too. The
 * cost of cleaning HTML grows with this number, and no real post comes near it.
 * Source: rules/interface.md#request-limits.
 */
export const MAX_TAGS = 20_000;

/**
 * Returns the number of tags in the texts of a value, stopping a text at the maximum. Values that are nested
 * too deeply are refused elsewhere.
 */
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

/** Returns the first parameter whose texts exceed the request's tag limit. */
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

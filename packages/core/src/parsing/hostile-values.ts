import { type Problem, problemAt } from "../errors.ts";
import { isFilePart } from "../model/upload.ts";
import { isTermName } from "../parameters/term-name.ts";

/**
 * Maximum number of nested levels of lists and objects in a request. The body itself is the first level.
 * Source: rules/interface.md#request-limits.
 */
export const MAX_DEPTH = 20;

/**
 * Maximum number of object members and list entries in a request. It is sufficient for 200 organizers with
 * all their details.
 */
export const MAX_VALUES = 10_000;

/** Number of characters to which an error response shortens a refused name. */
export const SHOWN_NAME = 60;

/** Value that can be processed safely, or the reason why it is refused. */
type Inspected = { readonly value: unknown } | { readonly problem: Problem };

const TOO_DEEP: Inspected = { problem: { reason: "too-deep", values: { maximum: MAX_DEPTH } } };
const NO_NUMBER: Inspected = { problem: { reason: "not-acceptable" } };
const NO_TEXT: Inspected = { problem: { reason: "invalid-text" } };

/** Matches a lone surrogate. With the flag `u`, the pattern does not match surrogate pairs. */
const LONE_SURROGATE = /[\ud800-\udfff]/u;

const isText = (text: string): boolean => !text.includes("\0") && !LONE_SURROGATE.test(text);

/**
 * Copies the value of a parameter to plain lists and objects without the key `__proto__`. File parts and
 * `TermName` objects are not copied.
 * It refuses values with too many nested levels and numbers out of range (`1e999`). It also refuses texts
 * with NUL characters or lone surrogates, because not every store saves them unchanged.
 * Source: rules/interface.md#request-limits, rules/interface.md#text-values.
 */
export const inspect = (value: unknown, level = 2): Inspected => {
  if (typeof value === "string") return isText(value) ? { value } : NO_TEXT;
  if (typeof value === "number" && !Number.isFinite(value)) return NO_NUMBER;
  if (typeof value !== "object" || value === null || isFilePart(value)) return { value };
  if (isTermName(value)) return isText(value.name) ? { value } : NO_TEXT;
  if (level > MAX_DEPTH) return TOO_DEEP;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    for (const [index, entry] of value.entries()) {
      const inspected = inspect(entry, level + 1);
      if ("problem" in inspected) return { problem: problemAt(inspected.problem, `[${index}]`) };
      list.push(inspected.value);
    }
    return { value: list };
  }
  const object: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) {
    if (key === "__proto__") continue;
    if (!isText(key)) return NO_TEXT;
    const inspected = inspect(entry, level + 1);
    if ("problem" in inspected) return { problem: problemAt(inspected.problem, `[${key}]`) };
    object[key] = inspected.value;
  }
  return { value: object };
};

/** True if a value has more nested levels than a request may have. */
export const isTooDeep = (value: unknown, level = 2): boolean =>
  typeof value === "object" &&
  value !== null &&
  !isFilePart(value) &&
  (level > MAX_DEPTH || Object.values(value).some((entry) => isTooDeep(entry, level + 1)));

/**
 * Maximum number of HTML tags in all texts of a request together. Each `<` counts as a tag. The time for
 * sanitizing HTML grows with this number, and no real text comes near the limit.
 * Source: rules/interface.md#request-limits.
 */
export const MAX_TAGS = 20_000;

/**
 * Counts the HTML tags in the texts of a value. It stops counting in a text when `MAX_TAGS` is exceeded. It
 * ignores levels that are too deep, because such a value is refused anyway.
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

/**
 * Returns the name of the first parameter with which the request exceeds `MAX_TAGS`. Returns `undefined` if
 * the request does not exceed it.
 */
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

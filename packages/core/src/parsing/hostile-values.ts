import { type Problem, problemAt } from "../errors.ts";
import { isFilePart } from "../model/upload.ts";
import { isTermName } from "../parameters/term-name.ts";

/**
 * Maximum nesting of lists and objects in a request, including the body itself.
 * Source: rules/interface.md#request-limits.
 */
export const MAX_DEPTH = 20;

/**
 * Maximum number of object members and list entries in a request. 200 organizers with all their details fit.
 */
export const MAX_VALUES = 10_000;

/** Maximum number of characters of a refused name that the response repeats. */
export const SHOWN_NAME = 60;

/** Value that can be processed, or the reason why it is refused. */
type Inspected = { readonly value: unknown } | { readonly problem: Problem };

const TOO_DEEP: Inspected = { problem: { reason: "too-deep", values: { maximum: MAX_DEPTH } } };
const NO_NUMBER: Inspected = { problem: { reason: "not-acceptable" } };
const NO_TEXT: Inspected = { problem: { reason: "invalid-text" } };

/** Lone surrogates. With the flag `u`, surrogate pairs do not match. */
const LONE_SURROGATE = /[\ud800-\udfff]/u;

const isText = (text: string): boolean => !text.includes("\0") && !LONE_SURROGATE.test(text);

/**
 * Returns the value of one parameter, copied into plain lists and objects without a key `__proto__`. Refuses
 * values that are nested too deeply and numbers out of range (`1e999`). Refuses texts with NUL characters or
 * lone surrogates, which not every store keeps.
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

/** True if a value is nested more deeply than a request may be. */
export const isTooDeep = (value: unknown, level = 2): boolean =>
  typeof value === "object" &&
  value !== null &&
  !isFilePart(value) &&
  (level > MAX_DEPTH || Object.values(value).some((entry) => isTooDeep(entry, level + 1)));

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

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

import type { Problem } from "../errors.ts";
import type { SiteSettings } from "../model/site.ts";
import type { Resolution } from "../parameter.ts";
import { checkText, MAX_NAME_LENGTH, toNumber, toPositiveInteger } from "./scalars.ts";

/** Entry of a list parameter: an integer if the text has that form, otherwise the text. */
export type ListEntry = number | string;

/**
 * Returns the maximum number of entries that a list parameter accepts: 100, or the maximum page size if that
 * is higher. Source: rules/interface.md#request-limits.
 */
export const maxListEntries = (site: SiteSettings): number => Math.max(100, site.maxPerPage);

const decoded = (text: string): string => {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Maximum number of blank entries in a list. Blank entries are ignored, but reading them takes time. */
const MAX_BLANK_PIECES = 1_000;

/**
 * Yields the entries of a comma-separated list, percent-decoded. Names may contain an encoded comma (`%2C`),
 * so an encoded comma separates entries only if they are numbers.
 * Reads at most `maximum` parts, and at most as many numbers in each part.
 */
function* partsOf(list: string, maximum: number): Generator<string> {
  for (const part of list.split(",", maximum)) {
    const text = decoded(part);
    if (/^[\s\d,]*$/.test(text)) yield* text.split(",", maximum);
    else yield text;
  }
}

/**
 * Returns the entries of a comma-separated list, a scalar, or an array of scalars. Blanks around entries and
 * blank entries are removed. More than `maximum` entries, or more than `MAX_BLANK_PIECES` blank ones, are
 * refused.
 * Source: rules/interface.md#comma-lists.
 */
export const toListEntries = (raw: unknown, maximum: number): Resolution<readonly ListEntry[]> => {
  const pieces: ListEntry[] = [];
  const tooMany: Resolution<never> = { problem: { reason: "too-many", values: { maximum } } };
  let blanks = 0;
  for (const entry of Array.isArray(raw) ? raw : [raw]) {
    if (typeof entry === "object" && entry !== null) {
      return { problem: { reason: Array.isArray(raw) ? "not-a-scalar" : "named-keys" } };
    }
    if (typeof entry === "boolean" || entry === null) return { problem: { reason: "not-a-scalar" } };
    for (const part of partsOf(String(entry), maximum + MAX_BLANK_PIECES + 1)) {
      const text = checkText(part.trim(), MAX_NAME_LENGTH);
      if (!("value" in text)) return text;
      const piece = text.value;
      if (piece === "") {
        blanks += 1;
        if (blanks > MAX_BLANK_PIECES) return tooMany;
        continue;
      }
      const number = toNumber(piece);
      pieces.push(number !== undefined && Number.isSafeInteger(number) ? number : piece);
      if (pieces.length > maximum) return tooMany;
    }
  }
  return { value: pieces };
};

/**
 * Parses a list of ids that must not be empty. `problem` replaces the problem `not-positive-integers`, which
 * an invalid id or an empty list has otherwise. Source: rules/interface.md#validators.
 */
export const toIdList = (raw: unknown, maximum: number, problem?: Problem): Resolution<readonly number[]> => {
  const pieces = toListEntries(raw, maximum);
  if (!("value" in pieces)) return pieces;
  const ids = pieces.value.map(toPositiveInteger);
  return ids.length > 0 && ids.every((id) => id !== undefined)
    ? { value: [...new Set(ids)] }
    : { problem: problem ?? { reason: "not-positive-integers" } };
};

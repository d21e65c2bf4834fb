import type { Problem } from "../errors.ts";
import type { SiteSettings } from "../model/site.ts";
import type { Resolution } from "../parameter.ts";
import { checkText, MAX_NAME_LENGTH, toNumber, toPositiveInteger } from "./scalars.ts";

/** One piece of a list parameter: a whole number when it looks like one, else the text. */
export type Piece = number | string;

/** Ids in one list parameter at most. Source: rules/interface.md#request-limits. */
export const maximumPieces = (site: SiteSettings): number => Math.max(100, site.maxPerPage);

const decoded = (text: string): string => {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Blank pieces that a list may have among the others: they are dropped, but not without end. */
const MAX_BLANK_PIECES = 1_000;

/**
 * Commas that come to light by decoding part numbers only: names may have some. One part after the other, and at most
 * `maximum`, for no more are looked at than a list may have.
 */
function* partsOf(list: string, maximum: number): Generator<string> {
  for (const part of list.split(",", maximum)) {
    const text = decoded(part);
    if (/^[\s\d,]*$/.test(text)) yield* text.split(",", maximum);
    else yield text;
  }
}

/**
 * The pieces of a list: a comma list, a scalar, or an array of scalars; blanks around pieces and blank pieces
 * dropped. Source: rules/interface.md#comma-lists.
 */
export const toPieces = (raw: unknown, maximum: number): Resolution<readonly Piece[]> => {
  const pieces: Piece[] = [];
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

/** A list of ids that is not empty. Source: rules/interface.md#validators. */
export const toIdList = (raw: unknown, maximum: number, problem?: Problem): Resolution<readonly number[]> => {
  const pieces = toPieces(raw, maximum);
  if (!("value" in pieces)) return pieces;
  const ids = pieces.value.map(toPositiveInteger);
  return ids.length > 0 && ids.every((id) => id !== undefined)
    ? { value: [...new Set(ids)] }
    : { problem: problem ?? { reason: "not-positive-integers" } };
};

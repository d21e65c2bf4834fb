import { type Cost, NO_COST } from "./event.ts";

/** Digits with separators between them, or a fraction without a whole part. */
const NUMBER = /\d+(?:[.,]\d+)*|(?<!\d)[.,]\d+/g;
const SEPARATOR = /^[\s,;\-\u2010-\u2015\u2212]$/;
/** A comma that is no part of a number. */
const BETWEEN_PIECES = /,(?!\d)|(?<!\d),/;
const PUNCTUATION = /^[\p{P}\s]*$/u;

/** The cost that these values, already plain text, mean; blank ones do not count. Source: 10-events section 10.6, D23. */
export const toCost = (texts: readonly string[]): Cost => {
  const values = texts.map((text) => text.trim()).filter((text) => text !== "");
  if (values.length === 0) return NO_COST;
  const symbols = values.flatMap((value) => value.split(BETWEEN_PIECES)).flatMap(symbolsOf);
  const symbol = onlyOne(symbols.map((found) => found.symbol)) ?? "";
  const position = symbol === "" ? undefined : onlyOne(symbols.map((found) => found.position));
  return { values, symbol, position: position ?? "" };
};

const NEGATIVE = /^\s*(?:(?:\p{Sc}|[A-Z]{3})\s*)?[-\u2212]\s*(?:(?:\p{Sc}|[A-Z]{3})\s*)?[.,]?\d/u;

/** Whether a value has a number below zero, whose sign does not count. Source: D36. */
export const isNegativeCost = (value: string): boolean =>
  value.split(BETWEEN_PIECES).some((piece) => NEGATIVE.test(piece));

/** Without separators around it, in time in proportion to the length, which no pattern for the end of a text takes. */
const withoutSeparators = (text: string): string => {
  let [start, end] = [0, text.length];
  while (start < end && SEPARATOR.test(text.charAt(start))) start += 1;
  while (end > start && SEPARATOR.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
};

interface FoundSymbol {
  readonly symbol: string;
  readonly position: "prefix" | "postfix";
}

/**
 * What is left of a value beside its numbers, if that is one symbol; a minus sign is none (D36), nor is a phrase.
 * A value without numbers has no symbol: it is a text.
 */
const symbolsOf = (value: string): readonly FoundSymbol[] => {
  if (value.search(NUMBER) === -1) return [];
  const rests = value
    .split(NUMBER)
    .map(withoutSeparators)
    .filter((rest) => !PUNCTUATION.test(rest));
  const symbol = onlyOne(rests);
  if (symbol === undefined) return rests.length === 0 ? [] : [{ symbol: "", position: "prefix" }];
  if (/\s/.test(symbol)) return [{ symbol: "", position: "prefix" }];
  return [{ symbol, position: withoutSeparators(value).startsWith(symbol) ? "prefix" : "postfix" }];
};

const onlyOne = <T>(all: readonly T[]): T | undefined => {
  const [first] = new Set(all);
  return all.every((one) => one === first) ? first : undefined;
};

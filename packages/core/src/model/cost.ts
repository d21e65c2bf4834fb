import { trimCharacters } from "./text/characters.ts";

/** Cost of an event, as the author entered it. Source: rules/events.md#cost-input. */
export interface Cost {
  /** Cost values as the client sent them, converted to plain text. Empty if the event has no cost. */
  readonly values: readonly string[];
  /** Currency symbol found in the values; `""` if none was found, or if the values have different symbols. */
  readonly symbol: string;
  /**
   * Position of the currency symbol: before or after the number. `""` if there is no symbol, or if its
   * position differs.
   */
  readonly position: "" | "prefix" | "postfix";
  /** ISO 4217 code of the currency, such as `EUR`. Only imports set it. */
  readonly code?: string;
  /**
   * Plain text from an import, which is displayed instead of `values`. If set, `values` contains numbers with
   * a decimal point.
   */
  readonly shown?: string;
}

export const NO_COST: Cost = { values: [], symbol: "", position: "" };

/** Characters that separate thousands, in addition to `.` and `,`: blanks within one line and apostrophes. */
const GAPS = " \\u00a0\\u2007\\u2009\\u202f'\\u2019\\u02bc";
/**
 * Matches a number: with blanks or apostrophes (`GAPS`) between thousands, with `.` or `,` between digits, or
 * without an integer part (`.50`).
 */
const NUMBER = new RegExp(
  `(?<!\\d)[1-9]\\d{0,2}(?:[${GAPS}]\\d{3})+(?!\\d)(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)*|[.,]\\d+`,
  "g",
);
const GAP = new RegExp(`[${GAPS}]`, "g");
/**
 * Matches an amount in Indian notation (lakhs and crores): groups of two digits, then a last group of three.
 */
const INDIAN = /^[1-9]\d?(?:,\d{2})+,\d{3}$/;
const SEPARATOR = /^[\s,;\-\u2010-\u2015\u2212]$/;
/** Matches the separator between two prices: a comma outside of a number, or a slash before another price. */
const BETWEEN_PIECES = /,(?!\d)|(?<!\d),|\/(?=\s*(?:(?:\p{Sc}|[A-Z]{3}\b)\s*)?[.,]?\d)/u;
const PUNCTUATION = /^[\p{P}\s]*$/u;

/**
 * Returns the stored cost for the plain-text values that a client sent.
 * Source: rules/events.md#cost-symbol, rules/events.md#cost-position.
 */
export const toCost = (texts: readonly string[]): Cost => {
  const values = texts.map((text) => text.trim()).filter((text) => text !== "");
  if (values.length === 0) return NO_COST;
  const symbols = values.flatMap((value) => value.split(BETWEEN_PIECES)).flatMap(symbolsOf);
  const symbol = singleValue(symbols.map((found) => found.symbol)) ?? "";
  const position = symbol === "" ? undefined : singleValue(symbols.map((found) => found.position));
  return { values, symbol, position: position ?? "" };
};

const NEGATIVE = /^\s*(?:(?:\p{Sc}|[A-Z]{3})\s*)?[-\u2212]\s*(?:(?:\p{Sc}|[A-Z]{3})\s*)?[.,]?\d/u;

/**
 * True if the text of a cost contains a number below zero. The stored cost ignores the minus sign.
 * Source: rules/events.md#cost-symbol.
 */
export const isNegativeCost = (value: string): boolean =>
  value.split(BETWEEN_PIECES).some((piece) => NEGATIVE.test(piece));

const withoutSeparators = (text: string): string => trimCharacters(text, SEPARATOR);

interface FoundSymbol {
  readonly symbol: string;
  readonly position: "prefix" | "postfix";
}

/**
 * Returns the currency symbols of a cost value. A symbol is the only text that remains when the numbers are
 * removed. A value without numbers or without other text has no symbols. For a phrase (`12 per person`) or
 * several texts, the result is the symbol `""`, so that the cost has none (rules/events.md#cost-symbol).
 */
const symbolsOf = (value: string): readonly FoundSymbol[] => {
  if (value.search(NUMBER) === -1) return [];
  const remainders = value
    .split(NUMBER)
    .map(withoutSeparators)
    .filter((rest) => !PUNCTUATION.test(rest));
  const symbol = singleValue(remainders);
  if (symbol === undefined) return remainders.length === 0 ? [] : [{ symbol: "", position: "prefix" }];
  if (/\s/.test(symbol)) return [{ symbol: "", position: "prefix" }];
  return [{ symbol, position: withoutSeparators(value).startsWith(symbol) ? "prefix" : "postfix" }];
};

const singleValue = <T>(all: readonly T[]): T | undefined => {
  const [first] = new Set(all);
  return all.every((one) => one === first) ? first : undefined;
};

/** Character before the decimals of a number. */
export type DecimalMark = "." | ",";

/** One number found in the text of a cost. */
export interface Amount {
  /** Number exactly as it appears in the text. */
  readonly text: string;
  /** Same number in a form that `Number` can parse: with a decimal point and without thousands separators. */
  readonly plain: string;
  readonly value: number;
}

const toAmount = (text: string, plain = text): Amount => ({ text, plain, value: Number(plain) });

/**
 * Converts one match of `NUMBER` to amounts. A match can be a comma list of several numbers.
 * Source: rules/representations.md#cost-numbers.
 */
const toAmounts = (run: string, decimalMark: DecimalMark): readonly Amount[] => {
  if (run.search(GAP) !== -1) return [toAmount(run, run.replace(GAP, "").replace(",", "."))];
  if (INDIAN.test(run)) return [toAmount(run, run.replaceAll(",", ""))];
  const marks = run.match(/[.,]/g);
  if (marks === null) return [toAmount(run)];
  const pieces = run.split(/[.,]/);
  const last = marks.at(-1);
  const isMixed = marks.some((mark) => mark !== last);
  const isGrouped = pieces.slice(1).every(({ length }) => length === 3);
  if (isMixed || (marks.length === 1 && (!isGrouped || last === decimalMark))) {
    return [toAmount(run, `${pieces.slice(0, -1).join("")}.${pieces.at(-1)}`)];
  }
  // If a mark such as `,` repeats, it separates either thousands or list entries. Groups of three digits mean
  // thousands.
  if (isGrouped) return [toAmount(run, pieces.join(""))];
  return pieces.filter((piece) => piece !== "").map((piece) => toAmount(piece));
};

/** Members of a cost from which `findAmounts` reads amounts. */
export type Priced = Pick<Cost, "values" | "shown">;

/**
 * Returns the distinct numbers in the values of a cost, ascending. `decimalMark` is the decimal mark of the
 * site's language. It has no effect if `shown` is set.
 */
export const findAmounts = ({ values, shown }: Priced, decimalMark: DecimalMark): readonly Amount[] => {
  const [only = ""] = values;
  if (values.length === 1 && /^\d+$/.test(only)) return [toAmount(only)];
  const mark = shown === undefined ? decimalMark : ".";
  const runs = values.flatMap((value) => value.match(NUMBER) ?? []);
  const amounts = runs.flatMap((run) => toAmounts(run, mark));
  const distinct = new Map(amounts.toReversed().map((amount) => [amount.value, amount]));
  return [...distinct.values()].sort((one, other) => one.value - other.value);
};

/**
 * Returns the decimal mark of a language tag such as `en` or `es-MX`. Regions of one language can have
 * different marks.
 */
export const decimalMarkOf = (language: string): DecimalMark =>
  new Intl.NumberFormat(language).format(0.5).includes(",") ? "," : ".";

/**
 * Words for "free of charge" in the languages of the calendar. A cost without numbers has the amount 0 if one
 * of its values is such a word.
 */
const WORDS_FOR_FREE: ReadonlySet<string> = new Set(["free", "gratuit", "gratis", "kostenlos"]);

/**
 * Returns the distinct amounts of a cost, ascending. If the cost has no numbers, returns `[0]` if one of its
 * values is a word for "free", such as `gratis`. Otherwise it returns an empty list.
 * Source: rules/representations.md#cost-amounts.
 */
export const amountsOf = (cost: Priced, decimalMark: DecimalMark): readonly number[] => {
  const amounts = findAmounts(cost, decimalMark).map(({ value }) => value);
  if (amounts.length > 0) return amounts;
  return cost.values.some((text) => WORDS_FOR_FREE.has(text.trim().toLowerCase())) ? [0] : [];
};

/** Lowest and highest amount of a cost. */
export interface CostRange {
  readonly lowest: number;
  readonly highest: number;
}

/** Returns the lowest and the highest amount of a cost; `undefined` if it has no amounts. */
export const costRange = (cost: Priced, decimalMark: DecimalMark): CostRange | undefined => {
  const amounts = amountsOf(cost, decimalMark);
  const [lowest, highest] = [amounts[0], amounts.at(-1)];
  return lowest === undefined || highest === undefined ? undefined : { lowest, highest };
};

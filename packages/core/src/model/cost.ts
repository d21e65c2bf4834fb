import { trimCharacters } from "./text/characters.ts";

/** Source: rules/events.md#cost-input. */
export interface Cost {
  /** The values as sent, cleaned; `[]` when there is no cost. */
  readonly values: readonly string[];
  /** The symbol found in the values, `""` when there is none. */
  readonly symbol: string;
  /** Side of the symbol, `""` when there is none. */
  readonly position: "" | "prefix" | "postfix";
  /** ISO code of the currency, where an import brought one. */
  readonly code?: string;
  /** Plain text that an import brought and that is shown instead of the values, which then are numbers with a decimal point. */
  readonly shown?: string;
}

export const NO_COST: Cost = { values: [], symbol: "", position: "" };

/** Between thousands besides `.` and `,`: blanks of one line and apostrophes. */
const GAPS = " \\u00a0\\u2007\\u2009\\u202f'\\u2019\\u02bc";
/** Thousands with gaps, digits with separators between them, or a fraction without a whole part. */
const NUMBER = new RegExp(
  `(?<!\\d)[1-9]\\d{0,2}(?:[${GAPS}]\\d{3})+(?!\\d)(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)*|[.,]\\d+`,
  "g",
);
const GAP = new RegExp(`[${GAPS}]`, "g");
/** Lakhs and crores: groups of two digits before the last one of three. */
const INDIAN = /^[1-9]\d?(?:,\d{2})+,\d{3}$/;
const SEPARATOR = /^[\s,;\-\u2010-\u2015\u2212]$/;
/** A comma that is no part of a number, or a slash before a further price. */
const BETWEEN_PIECES = /,(?!\d)|(?<!\d),|\/(?=\s*(?:(?:\p{Sc}|[A-Z]{3}\b)\s*)?[.,]?\d)/u;
const PUNCTUATION = /^[\p{P}\s]*$/u;

/**
 * The cost that these values, already plain text, mean. Source: rules/events.md#cost-symbol,
 * rules/events.md#cost-position.
 */
export const toCost = (texts: readonly string[]): Cost => {
  const values = texts.map((text) => text.trim()).filter((text) => text !== "");
  if (values.length === 0) return NO_COST;
  const symbols = values.flatMap((value) => value.split(BETWEEN_PIECES)).flatMap(symbolsOf);
  const symbol = onlyOne(symbols.map((found) => found.symbol)) ?? "";
  const position = symbol === "" ? undefined : onlyOne(symbols.map((found) => found.position));
  return { values, symbol, position: position ?? "" };
};

const NEGATIVE = /^\s*(?:(?:\p{Sc}|[A-Z]{3})\s*)?[-\u2212]\s*(?:(?:\p{Sc}|[A-Z]{3})\s*)?[.,]?\d/u;

/** Whether a value has a number below zero, whose sign does not count. Source: rules/events.md#cost-symbol. */
export const isNegativeCost = (value: string): boolean =>
  value.split(BETWEEN_PIECES).some((piece) => NEGATIVE.test(piece));

const withoutSeparators = (text: string): string => trimCharacters(text, SEPARATOR);

interface FoundSymbol {
  readonly symbol: string;
  readonly position: "prefix" | "postfix";
}

/**
 * What is left of a value without its numbers, if that is one symbol; a minus sign is none, nor is a phrase
 * (rules/events.md#cost-symbol). A value without numbers has no symbol: it is a text.
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

/** What is written before the decimals of a number. */
export type DecimalMark = "." | ",";

/** A number in a cost. */
export interface Amount {
  /** As it was written. */
  readonly text: string;
  /** With a decimal point and no other separators. */
  readonly plain: string;
  readonly value: number;
}

const toAmount = (text: string, plain = text): Amount => ({ text, plain, value: Number(plain) });

/** The numbers in a match of `NUMBER`. Source: rules/representations.md#cost-numbers. */
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
  // Several marks of one kind separate thousands, or else the entries of a list.
  if (isGrouped) return [toAmount(run, pieces.join(""))];
  return pieces.filter((piece) => piece !== "").map((piece) => toAmount(piece));
};

/** The parts of a cost that its amounts are read from. */
export type Priced = Pick<Cost, "values" | "shown">;

/** The distinct numbers in the values of a cost, ascending. `decimalMark`: that of the site's language. */
export const findAmounts = ({ values, shown }: Priced, decimalMark: DecimalMark): readonly Amount[] => {
  const [only = ""] = values;
  if (values.length === 1 && /^\d+$/.test(only)) return [toAmount(only)];
  const mark = shown === undefined ? decimalMark : ".";
  const runs = values.flatMap((value) => value.match(NUMBER) ?? []);
  const amounts = runs.flatMap((run) => toAmounts(run, mark));
  const distinct = new Map(amounts.toReversed().map((amount) => [amount.value, amount]));
  return [...distinct.values()].sort((one, other) => one.value - other.value);
};

/** What is written before decimals in a language, a tag such as `en` or `es-MX`: regions differ. */
export const decimalMarkOf = (language: string): DecimalMark =>
  new Intl.NumberFormat(language).format(0.5).includes(",") ? "," : ".";

/** What a cost of nothing is called in the languages of the calendar. */
const WORDS_FOR_FREE: ReadonlySet<string> = new Set(["free", "gratuit", "gratis", "kostenlos"]);

/**
 * The distinct amounts of a cost, ascending; 0 for one that says in words alone that there is nothing to pay. None where there is
 * no cost, and for other words. Source: rules/representations.md#cost-amounts.
 */
export const amountsOf = (cost: Priced, decimalMark: DecimalMark): readonly number[] => {
  const amounts = findAmounts(cost, decimalMark).map(({ value }) => value);
  if (amounts.length > 0) return amounts;
  return cost.values.some((text) => WORDS_FOR_FREE.has(text.trim().toLowerCase())) ? [0] : [];
};

/** From the lowest amount of a cost to the highest. */
export interface CostRange {
  readonly lowest: number;
  readonly highest: number;
}

/** `undefined` without amounts. */
export const costRange = (cost: Priced, decimalMark: DecimalMark): CostRange | undefined => {
  const amounts = amountsOf(cost, decimalMark);
  const [lowest, highest] = [amounts[0], amounts.at(-1)];
  return lowest === undefined || highest === undefined ? undefined : { lowest, highest };
};

import { type Cost, NO_COST } from "./event.ts";
import { toSlug } from "./slug.ts";

/** How an installation shows prices. Sources: 90-decisions P32, 50-representations section 6. */
export interface CostDisplay {
  /** Stands where the values have no symbol of their own. */
  readonly symbol: string;
  /** Side of the symbol where the values do not say. */
  readonly position: "prefix" | "postfix";
  /** What stands for a price of 0, in the site's language. */
  readonly free: string;
  /** Decides in the site's language what `1,000` means. */
  readonly decimalSign: "." | ",";
}

/** One number found in the values. */
export interface CostNumber {
  /** As it was written: `12,50`. */
  readonly written: string;
  /** With `.` as the decimal sign and no thousands separator: `12.50`. */
  readonly plain: string;
  readonly amount: number;
}

/** Digits with separators between them, or a fraction without a whole part. */
const NUMBER = /\d+(?:[.,]\d+)*|(?<!\d)[.,]\d+/g;
const EDGES = /^[\s,;\-\u2010-\u2015\u2212]+|[\s,;\-\u2010-\u2015\u2212]+$/g;
const PUNCTUATION = /^[\p{P}\s]*$/u;

/** The cost that these values, already plain text, mean; blank ones do not count. Source: 10-events section 10.6, D23. */
export const toCost = (texts: readonly string[]): Cost => {
  const values = texts.map((text) => text.trim()).filter((text) => text !== "");
  if (values.length === 0) return NO_COST;
  const symbols = values.flatMap(symbolsOf);
  const symbol = onlyOne(symbols.map((found) => found.symbol)) ?? "";
  const position = symbol === "" ? undefined : onlyOne(symbols.map((found) => found.position));
  return { values, symbol, position: position ?? "" };
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
    .map((rest) => rest.replace(EDGES, ""))
    .filter((rest) => !PUNCTUATION.test(rest));
  const symbol = onlyOne(rests);
  if (symbol === undefined) return rests.length === 0 ? [] : [{ symbol: "", position: "prefix" }];
  if (/\s/.test(symbol)) return [{ symbol: "", position: "prefix" }];
  return [{ symbol, position: value.replace(EDGES, "").startsWith(symbol) ? "prefix" : "postfix" }];
};

const onlyOne = <T>(all: readonly T[]): T | undefined => {
  const [first] = new Set(all);
  return all.every((one) => one === first) ? first : undefined;
};

/**
 * Every distinct number of the values, ascending. Of both `.` and `,` the last one is the decimal sign; one kind alone is
 * it unless three digits follow the last one, where the site's language decides. Source: 50-representations section 6.2.
 */
export const costNumbers = (cost: Cost, decimalSign: "." | "," = "."): readonly CostNumber[] => {
  const byAmount = new Map<number, CostNumber>();
  for (const value of cost.values) {
    for (const [written] of value.matchAll(NUMBER)) {
      for (const number of toNumbers(written, decimalSign)) {
        if (!byAmount.has(number.amount)) byAmount.set(number.amount, number);
      }
    }
  }
  return [...byAmount.values()].sort((one, other) => one.amount - other.amount);
};

const toNumbers = (written: string, decimalSign: "." | ","): readonly CostNumber[] => {
  const last = written[Math.max(written.lastIndexOf("."), written.lastIndexOf(","))];
  if (last === undefined) return [toNumber(written, written)];
  const other = last === "." ? "," : ".";
  if (written.includes(other)) {
    return [toNumber(written, written.replaceAll(other, "").replace(last, "."))];
  }
  const groups = written.split(last);
  const isGrouped = groups.slice(1).every((group) => group.length === 3) && groups[0] !== "";
  if (groups.length > 2) {
    return isGrouped
      ? [toNumber(written, groups.join(""))]
      : groups.filter((group) => group !== "").map((group) => toNumber(group, group));
  }
  const isDecimal = !isGrouped || last === decimalSign;
  return [toNumber(written, groups.join(isDecimal ? "." : ""))];
};

const toNumber = (written: string, digits: string): CostNumber => {
  const plain = digits.startsWith(".") ? `0${digits}` : digits;
  return { written, plain, amount: Number(plain) };
};

/** Member `values` of the details: the numbers as text, or the texts in a form fit for an index. */
export const costValues = (cost: Cost, decimalSign: "." | "," = "."): readonly string[] => {
  const numbers = costNumbers(cost, decimalSign);
  if (numbers.length > 0) return numbers.map(({ plain }) => plain);
  return [...new Set(cost.values.map(toSlug).filter((value) => value !== ""))];
};

/** The text that is shown, plain: the range of the numbers, else the texts. Source: 50-representations section 6.1. */
export const costText = (cost: Cost, display: CostDisplay): string => {
  const numbers = costNumbers(cost, display.decimalSign);
  const lowest = numbers[0];
  const highest = numbers.at(-1);
  if (lowest === undefined || highest === undefined) return [...new Set(cost.values)].join(", ");
  const low = priceText(lowest, cost, display);
  return lowest === highest ? low : `${low} \u2013 ${priceText(highest, cost, display)}`;
};

const priceText = (number: CostNumber, cost: Cost, display: CostDisplay): string => {
  if (number.amount === 0) return display.free;
  const symbol = cost.symbol || display.symbol;
  return (cost.position || display.position) === "prefix"
    ? `${symbol}${number.written}`
    : `${number.written}${symbol}`;
};

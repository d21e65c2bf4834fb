import { type Cost, escapeHtml, findAmounts } from "@kalends/core";
import type { Amount } from "@kalends/core/interface";
import type { Members, Presentation } from "./presentation.ts";

/** Cost of an event as JSON members, and its values for structured data. */
export interface PresentedCost {
  readonly cost: string;
  /** Cost as plain text. */
  readonly text: string;
  readonly details: Members;
  /**
   * Lowest and highest price without currency symbol. For a cost without numbers, both are the text of the
   * cost. `undefined` for an event without a cost.
   */
  readonly prices: { readonly lowest: string; readonly highest: string } | undefined;
}

const detailsOf = ({ symbol, position, code = "" }: Cost, values: readonly string[]): Members => ({
  // The symbol is plain text. `<` is escaped, so that no client treats it as the start of a tag.
  currency_symbol: symbol.replaceAll("<", "&lt;"),
  currency_code: code,
  currency_position: position,
  values,
});

/** Returns the text in a form that can be used as a key, such as `varies`. */
const toKey = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}_-]/gu, "");

/** Returns a range from the first to the last text, or the text itself if both are equal. */
const toRange = (texts: readonly string[]): string => {
  const [first = "", last = first] = [texts[0], texts.at(-1)];
  return first === last ? first : `${first} – ${last}`;
};

/**
 * Converts a cost to its JSON members. Source: rules/representations.md#cost-text,
 * rules/representations.md#cost-details.
 */
export const presentCost = (cost: Cost, { money }: Presentation): PresentedCost => {
  const texts = cost.values.map((value) => value.trim()).filter((value) => value !== "");
  if (texts.length === 0) return { cost: "", text: "", details: detailsOf(cost, []), prices: undefined };
  const amounts = findAmounts(cost, money.decimalMark);
  const symbol = cost.symbol === "" ? money.currencySymbol : cost.symbol;
  const position = cost.position === "" ? money.currencyPosition : cost.position;
  const show = ({ text, value }: Amount): string => {
    if (value === 0) return money.free;
    return position === "prefix" ? symbol + text : text + symbol;
  };
  const isInWords = amounts.length === 0;
  const values = isInWords
    ? [...new Set(texts.map(toKey))].filter((key) => key !== "")
    : amounts.map(({ plain }) => plain);
  const text = cost.shown ?? toRange(isInWords ? texts : amounts.map(show));
  const words = escapeHtml(toRange(texts));
  const [lowest = words, highest = lowest] = isInWords ? [] : [values[0], values.at(-1)];
  return {
    cost: escapeHtml(text),
    text,
    details: detailsOf(cost, values),
    prices: { lowest, highest },
  };
};

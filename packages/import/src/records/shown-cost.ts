import { type Cost, findAmounts, type HtmlCleaner } from "@kalends/core";
import type { SourceRecord } from "./source-record.ts";

/**
 * Maps the currency positions of WordPress to those of this API. For a position after the amount, WordPress
 * sends `suffix` if a user selected it, and `postfix` by default.
 */
const POSITIONS: ReadonlyMap<string, Cost["position"]> = new Map([
  ["prefix", "prefix"],
  ["postfix", "postfix"],
  ["suffix", "postfix"],
]);

const NUMBERS = /(?<![\d.,])[.,]*\d[\d.,]*/g;

/**
 * True if the displayed cost text has the same lowest and highest number as the values. The numbers in the
 * text have the format of the site; the values have a decimal point.
 */
const hasNumbersOf = (shown: string, values: readonly string[]): boolean => {
  const amounts = findAmounts({ values, shown }, ".");
  // In some languages, a point before three digits is a thousands separator.
  if (amounts.some(({ text }) => /\.\d{3}$/.test(text))) return false;
  const [lowest, highest = lowest] = [amounts[0], amounts.at(-1)];
  const written = [lowest, highest].map((amount) => (amount?.value === 0 ? "" : (amount?.text ?? "")));
  const distinct = [...new Set(written)].filter((number) => number !== "");
  const pieces = lowest?.value === highest?.value ? 1 : 2;
  return (
    shown.split(" – ").length === pieces && (shown.match(NUMBERS) ?? []).join(" ") === distinct.join(" ")
  );
};

/**
 * Returns the cost of an event from a list page.
 * Source: rules/choices.md#import-costs.
 */
export const toCost = (source: SourceRecord, cleaner: HtmlCleaner): Cost => {
  const details = source.object("cost_details");
  const values = details?.texts("values") ?? [];
  const shown = cleaner.toText(source.text("cost")).trim();
  const code = details?.text("currency_code") ?? "";
  const hasNumbers = values.some((value) => /\d/.test(value));
  return {
    // For a cost without numbers, the values contain only a form for searching. The displayed text has the
    // original.
    values: values.length > 0 && !hasNumbers ? [shown] : values,
    symbol: details?.text("currency_symbol") ?? "",
    position: POSITIONS.get(details?.text("currency_position") ?? "") ?? "",
    ...(/^[A-Z]{3}$/.test(code) && { code }),
    ...(hasNumbers && shown !== "" && !hasNumbersOf(shown, values) && { shown }),
  };
};

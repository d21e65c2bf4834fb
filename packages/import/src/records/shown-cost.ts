import { type Cost, findAmounts, type HtmlCleaner } from "@kalends/core";
import type { SourceRecord } from "./source-record.ts";

/** WordPress calls the side behind the amount `suffix` where somebody has chosen it, else `postfix`. */
const POSITIONS: ReadonlyMap<string, Cost["position"]> = new Map([
  ["prefix", "prefix"],
  ["postfix", "postfix"],
  ["suffix", "postfix"],
]);

const NUMBERS = /(?<![\d.,])[.,]*\d[\d.,]*/g;

/** True if the text has the numbers that these values, which have a decimal point, are shown with here: the lowest and the highest. */
const hasNumbersOf = (shown: string, values: readonly string[]): boolean => {
  const amounts = findAmounts({ values, shown }, ".");
  // The language of this site could read three decimals as thousands.
  if (amounts.some(({ text }) => /\.\d{3}$/.test(text))) return false;
  const [lowest, highest = lowest] = [amounts[0], amounts.at(-1)];
  const written = [lowest, highest].map((amount) => (amount?.value === 0 ? "" : (amount?.text ?? "")));
  const distinct = [...new Set(written)].filter((number) => number !== "");
  const pieces = lowest?.value === highest?.value ? 1 : 2;
  return (
    shown.split(" – ").length === pieces && (shown.match(NUMBERS) ?? []).join(" ") === distinct.join(" ")
  );
};

/** The cost of an event of a list page. Source: rules/choices.md#import-costs. */
export const toCost = (source: SourceRecord, cleaner: HtmlCleaner): Cost => {
  const details = source.object("cost_details");
  const values = details?.texts("values") ?? [];
  const shown = cleaner.toText(source.text("cost")).trim();
  const code = details?.text("currency_code") ?? "";
  const hasNumbers = values.some((value) => /\d/.test(value));
  return {
    // Of a cost without numbers the details only show a form for look-ups; the text is what was written.
    values: values.length > 0 && !hasNumbers ? [shown] : values,
    symbol: details?.text("currency_symbol") ?? "",
    position: POSITIONS.get(details?.text("currency_position") ?? "") ?? "",
    ...(/^[A-Z]{3}$/.test(code) && { code }),
    ...(hasNumbers && shown !== "" && !hasNumbersOf(shown, values) && { shown }),
  };
};

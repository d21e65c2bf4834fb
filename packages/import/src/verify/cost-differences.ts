import type { ExpectedDifference } from "./expected-difference.ts";
import { membersOf, textOf } from "./members.ts";

const amountsOf = (values: unknown): string =>
  JSON.stringify(
    (Array.isArray(values) ? values : []).map((value) => (/\d/.test(textOf(value)) ? Number(value) : value)),
  );

const numbersOf = (text: unknown): string => textOf(text).replace(/\D+/g, " ").trim();

/**
 * Returns a currency position as this API names it. WordPress uses `suffix` for `postfix` if a user selected
 * the position.
 */
const sideOf = (position: unknown): unknown => (position === "suffix" ? "postfix" : position);

const hasSameAmounts = (there: unknown, here: unknown): boolean => {
  const [theirs, ours] = [membersOf(there), membersOf(here)];
  return (
    amountsOf(theirs.values) === amountsOf(ours.values) &&
    theirs.currency_symbol === ours.currency_symbol &&
    sideOf(theirs.currency_position) === sideOf(ours.currency_position)
  );
};

/** Known reasons why the cost of an event may differ from the source. */
export const COST_DIFFERENCES: readonly ExpectedDifference[] = [
  {
    rule: "rules/choices.md#import-values",
    why: "the position of the currency sign, in the word of this API",
    members: /^cost_details\.currency_position$/,
    when: ({ there, here }) => sideOf(there) === here,
  },
  {
    rule: "rules/representations.md#cost-details",
    why: "a currency code has three capital letters, and amounts have one notation",
    members: /^cost_details\.(currency_code|values)$/,
    when: ({ member, there, here }, { there: theirs, here: ours }) =>
      (member.endsWith("code") && !/^[A-Z]{3}$/.test(textOf(there))) ||
      amountsOf(there) === amountsOf(here) ||
      (!/\d/.test(JSON.stringify([there, here])) && theirs.cost === ours.cost && ours.cost !== ""),
  },
  {
    rule: "rules/choices.md#verify-untold-members",
    why: "the source gives only the amounts, so only they are compared",
    members: /^cost$/,
    when: ({ there }, pair) => {
      const amounts = amountsOf(membersOf(pair.there.cost_details).values);
      return (
        textOf(there) === "" &&
        /\d/.test(amounts) &&
        amounts === amountsOf(membersOf(pair.here.cost_details).values)
      );
    },
  },
  {
    rule: "rules/representations.md#cost-text",
    why: "the word for free, the currency sign and its position are settings of this site",
    members: /^cost$/,
    when: ({ there, here }, pair) =>
      numbersOf(there) === numbersOf(here) && hasSameAmounts(pair.there.cost_details, pair.here.cost_details),
  },
];

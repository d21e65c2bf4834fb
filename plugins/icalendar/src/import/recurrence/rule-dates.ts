import { type Clock, type Schedule, startsOfRules, utcText, type WallClock } from "@kalends/core/plugin";
import type { Breathe } from "../../read/breathing.ts";

/** Years after this one up to which the dates of rules are listed: whole ones, so that the same calendar gives the same dates. */
export const LISTED_YEARS = 10;

export const currentYear = (clock: Clock): number => Number(utcText(clock.now()).slice(0, 4));

/** The starts that rules give until the end of a year; others come in between. Throws `rest_invalid_param` like `startsOfRules`. */
export async function* startsUntil(
  year: number,
  rules: readonly string[],
  first: Schedule,
  breathe: Breathe,
): AsyncGenerator<WallClock> {
  for (const at of startsOfRules(rules, first, `${year}-12-31 23:59:59`)) {
    await breathe();
    if (at !== undefined) yield at;
  }
}

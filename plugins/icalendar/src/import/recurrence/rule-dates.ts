import {
  type CalendarEvent,
  type PluginDeps,
  startsOfRules,
  utcText,
  type WallClock,
} from "@kalends/core/plugin";
import type { YieldToEventLoop } from "../../read/yield-to-event-loop.ts";

/**
 * Number of years after the current one for which the dates of rules are computed. The period ends with a
 * calendar year, so that repeated imports within a year give the same dates.
 */
export const LISTED_YEARS = 10;

export const currentYear = (clock: PluginDeps["clock"]): number => Number(utcText(clock.now()).slice(0, 4));

/**
 * Yields the starts that the rules produce until the end of a year. It yields to the event loop from time to
 * time. Throws `rest_invalid_param` if a rule is invalid or takes too long.
 */
export async function* startsUntil(
  year: number,
  rules: readonly string[],
  first: CalendarEvent["schedule"],
  yieldToEventLoop: YieldToEventLoop,
): AsyncGenerator<WallClock> {
  for (const at of startsOfRules(rules, first, `${year}-12-31 23:59:59`)) {
    await yieldToEventLoop();
    if (at !== undefined) yield at;
  }
}

import {
  type CalendarEvent,
  type PluginDeps,
  startsOfRules,
  utcText,
  type WallClock,
} from "@kalends/core/plugin";
import type { YieldToEventLoop } from "../../read/yield-to-event-loop.ts";

/**
 * Number of years after the current one for which dates of rules are listed. Whole years make the same
 * calendar give the same dates.
 */
export const LISTED_YEARS = 10;

export const currentYear = (clock: PluginDeps["clock"]): number => Number(utcText(clock.now()).slice(0, 4));

/**
 * Yields the starts of rules up to the end of a year, with pauses for other tasks. Throws
 * `rest_invalid_param` like `startsOfRules`.
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

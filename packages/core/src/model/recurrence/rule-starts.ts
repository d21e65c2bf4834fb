import { RRuleTemporal } from "rrule-temporal";
import { DAY, isRepresentable, MINUTE, millisecondsOf, SECOND, utcText } from "../time/wall-clock.ts";
import { type Frequency, type Rule, ruleText } from "./rule.ts";
import { readWallClock } from "./wall-clock-text.ts";

/** Milliseconds that a period of each frequency lasts at most. */
const PERIODS: Readonly<Record<Frequency, number>> = {
  SECONDLY: SECOND,
  MINUTELY: MINUTE,
  HOURLY: 60 * MINUTE,
  DAILY: DAY,
  WEEKLY: 7 * DAY,
  MONTHLY: 31 * DAY,
  YEARLY: 366 * DAY,
};

/** Starts that the library is asked for at once, at most. */
const STARTS_PER_WINDOW = 1000;

/** The years that wall clocks can have; the library fails beyond what dates of JavaScript can hold. */
const MAX_SPAN: number = 10_000 * 366 * DAY;

/**
 * The starts of one rule from its first start on, in milliseconds of the wall clock as if it were UTC, ascending, until the
 * last one of the year 9999. `from` may spare the work for earlier ones.
 */
export function* startsOfRule(
  rule: Rule,
  first: number,
  { from = first, until }: { readonly from?: number | undefined; readonly until: number },
): Generator<number> {
  const { COUNT, UNTIL, INTERVAL = "1", ...parts } = rule;
  const last = Math.min(until, UNTIL === undefined ? until : untilOf(UNTIL));
  const interval = Math.min(Number(INTERVAL), Math.ceil(MAX_SPAN / PERIODS[rule.FREQ]));
  const library = new RRuleTemporal({
    rruleString: `DTSTART:${basicText(first)}Z\nRRULE:${ruleText({ ...parts, INTERVAL: String(interval) })}`,
    cache: false,
  });
  const span = windowOf(rule);
  let left = COUNT === undefined ? Infinity : Number(COUNT);
  // Whoever counts has to see all.
  let begin = COUNT === undefined ? Math.max(from, first) : first;
  while (begin <= last && isRepresentable(begin)) {
    const end = Math.min(begin + span - SECOND, last);
    for (const { epochMilliseconds } of library.between(new Date(begin), new Date(end), true)) {
      if (left === 0) return;
      left -= 1;
      if (epochMilliseconds >= from) yield epochMilliseconds;
    }
    if (left === 0) return;
    begin = end + SECOND;
  }
}

/** `UNTIL` of a stored rule in milliseconds. */
export const untilOf = (text: string): number => {
  const read = readWallClock(text);
  if (read?.time === undefined) throw new Error(`Not a stored UNTIL: ${text}`);
  return millisecondsOf(`${read.date} ${read.time}`);
};

/** `20310506T190000`. */
export const basicText = (milliseconds: number): string =>
  utcText(milliseconds).replace(" ", "T").replaceAll(/[-:]/g, "");

/** Milliseconds in which there are not more starts than the library should answer at once. */
const windowOf = ({ FREQ, INTERVAL = "1", BYSECOND, BYMINUTE, BYHOUR }: Rule): number => {
  const size = (list: string | undefined, otherwise: number): number =>
    list === undefined ? otherwise : list.split(",").length;
  const [bySeconds, byMinutes] = [FREQ === "SECONDLY", FREQ === "MINUTELY" || FREQ === "SECONDLY"];
  const times = size(BYSECOND, bySeconds ? 60 : 1) * size(BYMINUTE, byMinutes ? 60 : 1);
  const perDay = times * size(BYHOUR, byMinutes || FREQ === "HOURLY" ? 24 : 1);
  const periods = Math.ceil(DAY / (PERIODS[FREQ] * Number(INTERVAL)));
  const possible = PERIODS[FREQ] < DAY ? Math.min(perDay, periods * times) : perDay;
  return Math.ceil((STARTS_PER_WINDOW * DAY) / possible / SECOND) * SECOND;
};

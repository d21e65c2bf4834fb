import { RRuleTemporal } from "rrule-temporal";
import { millisecondsOfParts, SECOND, timeIn } from "../time/wall-clock.ts";
import { dateTest, numbersIn } from "./possible-days.ts";
import { type Rule, ruleText, WEEKDAYS } from "./rule.ts";
import { basicText } from "./wall-clock-text.ts";

/**
 * Whether a yearly rule names days in several ways: a day has to fit all of them, while rrule-temporal 2.2 takes some of them for
 * alternatives (`BYYEARDAY` with `BYMONTHDAY` or `BYWEEKNO`) or asks for the weekday of the first start as well (`BYWEEKNO` with
 * `BYMONTHDAY`).
 */
export const namesDaysTwice = ({ FREQ, RSCALE, BYWEEKNO, BYYEARDAY, BYMONTHDAY }: Rule): boolean =>
  FREQ === "YEARLY" &&
  RSCALE === undefined &&
  [BYWEEKNO, BYYEARDAY, BYMONTHDAY].filter((list) => list !== undefined).length > 1;

/** The starts of such a rule: the library gives all days of weekday and month, out of which those that fit are taken. */
export function* startsByYear(rule: Rule, first: number, begin: number, last: number): Generator<number> {
  const { BYWEEKNO: _weeks, BYYEARDAY: _yearDays, BYMONTHDAY: _monthDays, BYSETPOS, ...rest } = rule;
  const year = new Date(first).getUTCFullYear();
  const library = new RRuleTemporal({
    // Positions count from the begin of the year.
    rruleString: `DTSTART:${basicText(millisecondsOfParts(year, 1, 1) + timeIn(first))}Z\nRRULE:${ruleText({
      ...rest,
      BYDAY: rule.BYDAY ?? WEEKDAYS.join(","),
    })}`,
    cache: false,
  });
  const isDay = dateTest(rule);
  const positions = numbersIn(BYSETPOS);
  const interval = Number(rule.INTERVAL ?? 1);
  const passed = Math.max(0, Math.floor((new Date(begin).getUTCFullYear() - year) / interval));
  for (let at = year + passed * interval; at <= new Date(last).getUTCFullYear(); at += interval) {
    const [newYear, end] = [millisecondsOfParts(at, 1, 1), millisecondsOfParts(at + 1, 1, 1) - SECOND];
    const starts = library
      .between(new Date(newYear), new Date(end), true)
      .map(({ epochMilliseconds }) => epochMilliseconds)
      .filter((start) => typeof isDay === "string" || isDay(start - timeIn(start)));
    yield* atPositions(starts, positions).filter((start) => start >= begin && start <= last);
  }
}

const atPositions = (
  starts: readonly number[],
  positions: readonly number[] | undefined,
): readonly number[] => {
  if (positions === undefined) return starts;
  const chosen = positions.flatMap((place) => starts.at(place > 0 ? place - 1 : place) ?? []);
  return [...new Set(chosen)].sort((one, other) => one - other);
};

import { DAY, millisecondsOf, utcText } from "@kalends/core";
import { zonePeriods } from "@kalends/core/interface";
import { Cron } from "croner";

/** Times described by a cron expression. */
export interface CronTimes {
  /**
   * Returns the first time after this instant, or `undefined` if there is none. Both are in milliseconds
   * since 1970.
   */
  after(instant: number): number | undefined;
}

const SECOND = 1_000;

/**
 * True if minute and hour of the expression have no wildcard and no step. The expression then means fixed
 * times of day instead of intervals.
 */
const meansFixedTimes = (expression: string): boolean => {
  const [minute = "", hour = ""] = expression.trim().split(/\s+/);
  return minute.startsWith("@") ? minute.toLowerCase() !== "@hourly" : !/[*?/]/.test(minute + hour);
};

/**
 * Creates the times of a cron expression on the clock of a time zone. If the clock skips a fixed time, it
 * occurs at the end of the gap. If the clock shows a fixed time twice, only the first counts. With `*` or
 * steps for minute or hour, every matching minute counts. Throws an `Error` that names the problem with an
 * invalid expression.
 */
export const createCronTimes = (expression: string, timezone: string): CronTimes => {
  // Runs in UTC, because the library would use the time zone data of Node, which may be older than that of
  // the calendar.
  const cron = new Cron(expression, { mode: "5-part", utcOffset: 0 });
  const isFixed = meansFixedTimes(expression);
  const periodsOf = (from: number, until: number) =>
    zonePeriods(timezone, utcText(from), utcText(until)).map(({ utcStart, offset }) => ({
      begin: millisecondsOf(utcStart),
      offset: offset * SECOND,
    }));
  return {
    after(instant) {
      const [period, former] = periodsOf(instant - DAY, instant + SECOND).toReversed();
      if (period === undefined) return undefined;
      const shown = instant + period.offset;
      /** Times up to this one have already occurred on the clock. */
      let passed = isFixed && former ? Math.max(shown, period.begin + former.offset - 1) : shown;
      for (let from = instant; ; ) {
        const clock = cron.nextRun(new Date(passed))?.getTime();
        if (clock === undefined) return undefined;
        const [current = period, next] = periodsOf(from, clock + DAY);
        const at = clock - current.offset;
        if (next === undefined || at < next.begin) return at;
        if (isFixed && clock < next.begin + next.offset) return next.begin;
        const end = next.begin + current.offset;
        passed = Math.max(next.begin + next.offset, isFixed ? end : -Infinity) - 1;
        from = next.begin;
      }
    },
  };
};

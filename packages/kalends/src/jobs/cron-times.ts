import { DAY, millisecondsOf, utcText } from "@kalends/core";
import { zonePeriods } from "@kalends/core/interface";
import { Cron } from "croner";

/** The times that a cron expression describes. */
export interface CronTimes {
  /**
   * Returns the first time after an instant, in milliseconds since 1970. Returns `undefined` if the
   * expression has no later time.
   */
  after(instant: number): number | undefined;
}

const SECOND = 1_000;

/**
 * True if the minute and the hour of the expression have no wildcard and no step, or for a name such as
 * `@daily`, except `@hourly`. The expression then describes fixed times of day, not intervals.
 */
const meansFixedTimes = (expression: string): boolean => {
  const [minute = "", hour = ""] = expression.trim().split(/\s+/);
  return minute.startsWith("@") ? minute.toLowerCase() !== "@hourly" : !/[*?/]/.test(minute + hour);
};

/**
 * Creates the times of a cron expression in a time zone. A fixed time that a clock change skips occurs at the
 * end of the gap. A fixed time that a clock change repeats occurs only once. If minute or hour have `*` or
 * steps, every matching minute counts. Throws an `Error` that describes the problem with an invalid
 * expression.
 */
export const createCronTimes = (expression: string, timezone: string): CronTimes => {
  // Run the library in UTC and convert here. The library uses the time zone data of Node, which may be older
  // than the data of the calendar.
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
      /** Local time up to which all matching times have already occurred. */
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

import { DAY, millisecondsOf, utcText } from "@kalends/core";
import { zonePeriods } from "@kalends/core/interface";
import { Cron } from "croner";

/** The times that an expression means. */
export interface CronTimes {
  /** The first one later than this instant; `undefined`: there is none. Both in milliseconds since 1970. */
  after(instant: number): number | undefined;
}

const SECOND = 1_000;

/** True if minute and hour of the expression have no wildcard and no step: it means times of the day, not all that pass. */
const meansFixedTimes = (expression: string): boolean => {
  const [minute = "", hour = ""] = expression.trim().split(/\s+/);
  return minute.startsWith("@") ? minute.toLowerCase() !== "@hourly" : !/[*?/]/.test(minute + hour);
};

/**
 * On the clocks of the zone. Where they skip a fixed time, it is when they go on; of one that they show twice the first counts. An
 * expression with `*` or steps for minute or hour means all the minutes that pass. An `Error` says what is wrong with the expression.
 */
export const createCronTimes = (expression: string, timezone: string): CronTimes => {
  // The library would take changes of the clocks from the zone data of Node, which may be older than that of the calendar.
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
      /** Up to here the clock has shown all times that count. */
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

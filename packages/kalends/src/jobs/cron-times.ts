import { fixedOffsetOf } from "@kalends/core";
import { Cron } from "croner";

/** The times that an expression means. */
export interface CronTimes {
  /** The first one later than this instant; `undefined`: there is none. Both in milliseconds since 1970. */
  after(instant: number): number | undefined;
}

/**
 * On the clocks of the zone. Where they skip a fixed time, it is when they go on; of one that they show twice the first counts. An
 * expression with `*` or steps for minute or hour means all the minutes that pass. An `Error` says what is wrong with the expression.
 */
export const createCronTimes = (expression: string, timezone: string): CronTimes => {
  const utcOffset = fixedOffsetOf(timezone);
  const cron = new Cron(expression, {
    mode: "5-part",
    fixedTimeRule: "no-wildcard",
    ...(utcOffset === undefined ? { timezone } : { utcOffset }),
  });
  return { after: (instant) => cron.nextRun(new Date(instant))?.getTime() };
};

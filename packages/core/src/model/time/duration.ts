import { instantOf } from "./time-zone.ts";
import { DAY, MINUTE, millisecondsOf, SECOND, type WallClock } from "./wall-clock.ts";

/** Length of time in the form of RFC 5545, 3.3.6. */
export interface Duration {
  /** Number of days on the wall clock. A week counts as seven days. */
  readonly days: number;
  /** Hours, minutes and seconds together, in milliseconds of elapsed time. */
  readonly exact: number;
}

const DURATION = /^P(?:(\d{1,4})W|(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?)$/i;

/** Parses a duration such as `P1D`, `PT90M` or `P2W`. Returns `undefined` for other texts. */
export const readDuration = (text: string): Duration | undefined => {
  const match = DURATION.exec(text.trim());
  if (match === null || !/\d/.test(text)) return undefined;
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((digits) => Number(digits ?? 0));
  return {
    days: (weeks ?? 0) * 7 + (days ?? 0),
    exact: ((hours ?? 0) * 60 + (minutes ?? 0)) * MINUTE + (seconds ?? 0) * SECOND,
  };
};

/**
 * Returns the instant in milliseconds since 1970 at which a duration after `start` ends. Days count on the
 * wall clock of the zone. Hours, minutes and seconds count elapsed time. If the clocks show `start` twice,
 * `fold` selects the second time; it has no effect on a duration with days.
 */
export const instantAfter = (
  start: WallClock,
  timezone: string,
  { days, exact }: Duration,
  fold?: boolean,
): number => instantOf(millisecondsOf(start) + days * DAY, timezone, days === 0 && fold === true) + exact;

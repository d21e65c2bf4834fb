import { instantOf, wallMillisecondsAt } from "../time/time-zone.ts";
import { DAY, isRepresentable, millisecondsOfParts, timeIn } from "../time/wall-clock.ts";
import type { CalendarParts, DateReading, Shift, WeekdayChoice } from "./date-reading.ts";

const NO_SHIFT: Shift = { months: 0, days: 0, seconds: 0 };

/**
 * Returns the instant that a reading means. The instant and the current time `now` are in milliseconds since
 * 1970.
 * It uses the wall clock of the zone in the reading; without one, that of `timezone`. Returns `undefined`
 * outside of the years 1 to 9999.
 * Source: rules/dates.md#zone-of-input.
 */
export const resolveReading = (
  reading: DateReading,
  timezone: string,
  now: () => number,
): number | undefined => {
  const zone = reading.zone ?? timezone;
  const start = movesByHoursOnly(reading)
    ? now()
    : instantOn(
        wallClockOf(reading, () => wallMillisecondsAt(now(), zone)),
        zone,
      );
  const instant = start === undefined ? Number.NaN : start + (reading.shift ?? NO_SHIFT).seconds * 1000;
  return isRepresentable(instant) ? instant : undefined;
};

/**
 * Returns the reason why the date or time in a reading does not exist, or `undefined` if it does.
 * Examples are 30 February and 24:30, which continue in the next month or day, and times that summer time
 * skips.
 * Source: rules/dates.md#dates-roll-on, rules/dates.md#dst-gap.
 */
export const adjustmentOfReading = (
  reading: DateReading,
  timezone: string,
  now: () => number,
): "impossible-date" | "skipped-time" | undefined => {
  if (movesByHoursOnly(reading)) return undefined;
  const zone = reading.zone ?? timezone;
  const wallNow = (): number => wallMillisecondsAt(now(), zone);
  if (isImpossible(reading, wallNow)) return "impossible-date";
  const wall = wallClockOf(reading, wallNow);
  return isTimeThere(wall, zone) ? undefined : "skipped-time";
};

/**
 * True if a reading fixes an instant: by a zone, by `now`, or by a shift in hours, minutes or seconds. False
 * if it is only a wall clock.
 */
export const isExact = (reading: DateReading): boolean =>
  reading.zone !== undefined || movesByHoursOnly(reading) || (reading.shift ?? NO_SHIFT).seconds !== 0;

/**
 * True if the clocks of the zone show this time. False if summer time skips it. `wall` is a wall clock in
 * milliseconds, read as if it were UTC.
 */
export const isTimeThere = (wall: number, timezone: string): boolean =>
  wallMillisecondsAt(instantOf(wall, timezone), timezone) === wall;

const isImpossible = ({ date, time }: DateReading, wallNow: () => number): boolean => {
  // 24:00 is a valid form of the end of a day; any later time in that hour is not.
  if (time?.hour === 24 && time.minute + time.second > 0) return true;
  if (time?.second === 60) return true;
  if (date?.day === undefined) return false;
  const { year, month, day } = completed(date, wallNow);
  const meant = new Date(millisecondsOfParts(year, month, day));
  return meant.getUTCMonth() + 1 !== month || meant.getUTCDate() !== day;
};

/** Returns the date of a reading. Missing parts are those of today. */
const completed = (
  { year, month, day }: CalendarParts = {},
  wallNow: () => number,
): Required<CalendarParts> => {
  if (year !== undefined && month !== undefined && day !== undefined) return { year, month, day };
  const today = new Date(wallNow());
  return {
    year: year ?? today.getUTCFullYear(),
    month: month ?? today.getUTCMonth() + 1,
    day: day ?? today.getUTCDate(),
  };
};

/**
 * True if the reading only moves the current time by hours, minutes or seconds. Such a shift counts elapsed
 * time, even if the clocks change in between.
 */
const movesByHoursOnly = ({ date, time, wholeDay, shift, weekday, ofMonth }: DateReading): boolean =>
  date === undefined &&
  time === undefined &&
  weekday === undefined &&
  ofMonth === undefined &&
  wholeDay !== true &&
  (shift === undefined || (shift.months === 0 && shift.days === 0));

const instantOn = (wall: number, zone: string): number | undefined =>
  isRepresentable(wall) ? instantOf(wall, zone) : undefined;

/** Returns the wall clock that a reading means, in milliseconds read as if it were UTC. */
const wallClockOf = (reading: DateReading, wallNow: () => number): number => {
  const { year, month, day } = completed(reading.date, wallNow);
  const { months, days, byWeek = false } = reading.shift ?? NO_SHIFT;
  const base = millisecondsOfParts(year, month, day);
  const weekday = reading.weekday === undefined ? 0 : daysToWeekday(base, reading.weekday, byWeek);
  const date =
    reading.ofMonth === undefined
      ? millisecondsOfParts(year, month + months, day + days + weekday)
      : dayOfMonth(year, month + months, reading.ofMonth) + days * DAY;
  return date + timeOfDay(reading, wallNow);
};

/**
 * Returns the number of days from `base` to a weekday. `last` means the last such weekday before `base`, and
 * `next` the first one after `base`. `this` means `base` itself or the first such weekday after it. With
 * `byWeek`, the result is the weekday in the week of `base`, and `which` has no effect.
 */
const daysToWeekday = (base: number, { day, which }: WeekdayChoice, byWeek: boolean): number => {
  const today = new Date(base).getUTCDay();
  if (byWeek) return ((day + 6) % 7) - ((today + 6) % 7);
  const ahead = (day - today + 7) % 7;
  if (which === "last") return ahead - 7;
  return which === "next" && ahead === 0 ? 7 : ahead;
};

/**
 * Returns the first or last day of a month, in milliseconds. With a weekday, returns such a weekday of the
 * month: the last one, or the one at `position`.
 */
const dayOfMonth = (
  year: number,
  month: number,
  { position, weekday }: { readonly position: number; readonly weekday?: number },
): number => {
  const edge = position < 0 ? millisecondsOfParts(year, month + 1, 0) : millisecondsOfParts(year, month, 1);
  if (weekday === undefined) return edge;
  const ahead = (weekday - new Date(edge).getUTCDay() + 7) % 7;
  const days = position < 0 ? (ahead === 0 ? 0 : ahead - 7) : ahead + (position - 1) * 7;
  return edge + days * DAY;
};

/**
 * Returns the time of day in milliseconds since midnight. It is the time in the text. Without one, it is
 * midnight if the text names a date, a weekday or a complete day, otherwise the current time
 * (rules/dates.md#date-without-time).
 */
const timeOfDay = ({ time, date, wholeDay, weekday }: DateReading, wallNow: () => number): number => {
  if (time !== undefined) return ((time.hour * 60 + time.minute) * 60 + time.second) * 1000;
  const isDay = date !== undefined || weekday !== undefined || wholeDay === true;
  return isDay ? 0 : timeIn(wallNow());
};

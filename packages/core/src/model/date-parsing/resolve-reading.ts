import { instantOf, wallMillisecondsAt } from "../time/time-zone.ts";
import { DAY, isRepresentable, millisecondsOfParts, timeIn } from "../time/wall-clock.ts";
import type { CalendarParts, DateReading, Shift, WeekdayChoice } from "./date-reading.ts";

const NO_SHIFT: Shift = { months: 0, days: 0, seconds: 0 };

/**
 * The instant a reading means at `now`, both in milliseconds since 1970, read on the wall clock of the zone it names
 * or else of `timezone`; `undefined` outside the years 1 to 9999. Source: rules/dates.md#zone-of-input.
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
 * Why a reading cannot mean the moment it names: its date or time does not exist (30 February, 24:30) and rolls on,
 * or summer time skips it there. Source: rules/dates.md#dates-roll-on, rules/dates.md#dst-gap.
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

/** True if a reading fixes an instant rather than a time on the clocks of the zone that applies. */
export const isExact = (reading: DateReading): boolean =>
  reading.zone !== undefined || movesByHoursOnly(reading) || (reading.shift ?? NO_SHIFT).seconds !== 0;

/** Whether clocks show this time; in milliseconds as if it were UTC. */
export const isTimeThere = (wall: number, timezone: string): boolean =>
  wallMillisecondsAt(instantOf(wall, timezone), timezone) === wall;

const isImpossible = ({ date, time }: DateReading, wallNow: () => number): boolean => {
  // The end of a day may be written as 24:00.
  if (time?.hour === 24 && time.minute + time.second > 0) return true;
  if (time?.second === 60) return true;
  if (date?.day === undefined) return false;
  const { year, month, day } = completed(date, wallNow);
  const meant = new Date(millisecondsOfParts(year, month, day));
  return meant.getUTCMonth() + 1 !== month || meant.getUTCDate() !== day;
};

/** The date with today's parts where it lacks some. */
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

/** Such a span counts real time, also where clocks change. */
const movesByHoursOnly = ({ date, time, wholeDay, shift, weekday, ofMonth }: DateReading): boolean =>
  date === undefined &&
  time === undefined &&
  weekday === undefined &&
  ofMonth === undefined &&
  wholeDay !== true &&
  (shift === undefined || (shift.months === 0 && shift.days === 0));

const instantOn = (wall: number, zone: string): number | undefined =>
  isRepresentable(wall) ? instantOf(wall, zone) : undefined;

/** The wall clock a reading means, as if it were UTC. */
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

/** From today on, strictly after it or strictly before it; with `next week` and the like the one in that week. */
const daysToWeekday = (base: number, { day, which }: WeekdayChoice, byWeek: boolean): number => {
  const today = new Date(base).getUTCDay();
  if (byWeek) return ((day + 6) % 7) - ((today + 6) % 7);
  const ahead = (day - today + 7) % 7;
  if (which === "last") return ahead - 7;
  return which === "next" && ahead === 0 ? 7 : ahead;
};

/** The first, last or n-th day, or such a weekday, of a month. */
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

/** Milliseconds: the time given; midnight for dates; else that of `wallNow` (rules/dates.md#date-without-time). */
const timeOfDay = ({ time, date, wholeDay, weekday }: DateReading, wallNow: () => number): number => {
  if (time !== undefined) return ((time.hour * 60 + time.minute) * 60 + time.second) * 1000;
  const isDay = date !== undefined || weekday !== undefined || wholeDay === true;
  return isDay ? 0 : timeIn(wallNow());
};

import {
  DAY,
  millisecondsOf,
  type PluginDeps,
  toWallClock,
  utcText,
  type WallClock,
} from "@kalends/core/plugin";

/** Calendar day as `YYYY-MM-DD`, in the years 1 to 9999. */
export type Day = string;

/** Returns the start of a day in milliseconds since 1970, as if the day were in UTC. */
export const midnightOf = (day: Day): number => millisecondsOf(`${day} 00:00:00`);

const dayAt = (milliseconds: number): Day => utcText(milliseconds).slice(0, 10);

/** Returns the day `count` days later. The result is limited to the years 1 to 9999. */
export const addDays = (day: Day, count: number): Day => dayAt(midnightOf(day) + count * DAY);

/** Returns the number of days from `one` to `other`. The number is negative if `other` is earlier. */
export const daysBetween = (one: Day, other: Day): number => (midnightOf(other) - midnightOf(one)) / DAY;

/** Returns the weekday of a day, from 0 (Sunday) to 6 (Saturday). */
export const weekDayOf = (day: Day): number => new Date(midnightOf(day)).getUTCDay();

/** Returns the first day of the week in which the day lies. */
export const weekOf = (day: Day, weekStart: number): Day =>
  addDays(day, -((weekDayOf(day) - weekStart + 7) % 7));

/**
 * Adds `count` months to a month in the form `YYYY-MM`. Returns `undefined` if the result is outside the
 * years 1 to 9999.
 */
export const addToMonth = (month: string, count: number): string | undefined => {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  const year = Math.floor(months / 12);
  if (year < 1 || year > 9999) return undefined;
  return `${String(year).padStart(4, "0")}-${String((months % 12) + 1).padStart(2, "0")}`;
};

/** Returns the last day of a month in the form `YYYY-MM`. */
export const lastDayOf = (month: string): Day => {
  const next = addToMonth(month, 1);
  return next === undefined ? `${month}-31` : addDays(`${next}-01`, -1);
};

export const isMonth = (text: string): boolean =>
  /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) && !text.startsWith("0000");

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && isMonth(text.slice(0, 7)) && dayAt(midnightOf(text)) === text;

/**
 * Returns the day to which a wall clock time belongs. If `dayCutoff` is 04:00, times before 04:00 belong to
 * the previous day.
 */
export const dayOf = (time: WallClock, { dayCutoff }: Pick<PluginDeps["site"], "dayCutoff">): Day => {
  if (dayCutoff === "00:00") return time.slice(0, 10);
  return dayAt(millisecondsOf(time) - millisecondsOf(`1970-01-01 ${dayCutoff}:00`));
};

/** Returns the current day in the time zone of the site. `now` is in milliseconds since 1970. */
export const todayOn = (now: number, site: PluginDeps["site"]): Day =>
  dayOf(toWallClock(utcText(now), site.timezone), site);

/**
 * Day of the Gregorian calendar in the form `YYYY-MM-DD`, years 1 to 9999. Comparing the texts compares the
 * days.
 */
export type Day = string;

const MILLISECONDS = 86_400_000;

/** Returns the start of a day in UTC. Format the result with the time zone UTC. */
export const toDate = (day: Day): Date => new Date(`${day}T00:00:00Z`);

const fromDate = (date: Date): Day => date.toISOString().slice(0, 10);

export const isDay = (text: string): boolean =>
  /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(toDate(text).getTime()) &&
  fromDate(toDate(text)) === text;

/** Adds a number of days. Returns `day` unchanged if the result would be outside the valid years. */
export const addDays = (day: Day, count: number): Day => {
  const moved = new Date(toDate(day).getTime() + count * MILLISECONDS);
  return moved.getUTCFullYear() < 1 || moved.getUTCFullYear() > 9999 ? day : fromDate(moved);
};

/**
 * Adds a number of months. If the resulting month is too short for the day, returns the last day of that
 * month. Returns `day` unchanged if the result would be outside the valid years.
 */
export const addMonths = (day: Day, count: number): Day => {
  const date = toDate(day);
  const first = new Date(date);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + count);
  if (first.getUTCFullYear() < 1 || first.getUTCFullYear() > 9999) return day;
  const last = new Date(first);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  return addDays(fromDate(first), Math.min(date.getUTCDate(), last.getUTCDate()) - 1);
};

/** Returns the weekday; 0 is Sunday. */
export const weekdayOf = (day: Day): number => toDate(day).getUTCDay();

export const isSameMonth = (one: Day, other: Day): boolean => one.slice(0, 7) === other.slice(0, 7);

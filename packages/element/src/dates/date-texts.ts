import { addDays, type Day, toDate } from "./day.ts";

/** Functions that format days and times in one language. Wall clocks have the form `YYYY-MM-DD HH:MM:SS`. */
export interface DateTexts {
  /** Returns a text such as `May 2031`. */
  month(day: Day): string;
  /** Returns a text such as `Tuesday, May 6, 2031`. */
  fullDay(day: Day): string;
  /** Returns a text such as `Tuesday, May 6`. */
  dayOfYear(day: Day): string;
  /** Returns a text such as `May 6, 2031`. */
  mediumDay(day: Day): string;
  /** Returns a text such as `Tue`. */
  weekday(day: Day): string;
  /** Returns a text such as `Tuesday`. */
  weekdayInFull(day: Day): string;
  /** Returns a text such as `6`. */
  dayOfMonth(day: Day): string;
  /** Returns a text such as `7:00 PM`. */
  time(wallClock: string): string;
  /** Returns a text such as `7:00 – 9:00 PM`, without the days. */
  timeRange(start: string, end: string): string;
  /** Returns a text such as `May 6 – 8, 2031`, without the times. */
  dayRange(start: string, end: string): string;
  /** Returns start and end with days and times; for all-day events, with days only. */
  range(start: string, end: string, isAllDay: boolean): string;
}

/** Creates the functions that format days and times. `language`: a language tag that `Intl` accepts. */
export const createDateTexts = (language: string): DateTexts => {
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(language, { timeZone: "UTC", calendar: "gregory", ...options });
  const day = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
  const clock = { hour: "numeric", minute: "2-digit" } as const;
  const formats = {
    month: format({ month: "long", year: "numeric" }),
    fullDay: format({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
    dayOfYear: format({ weekday: "long", day: "numeric", month: "long" }),
    mediumDay: format({ day: "numeric", month: "long", year: "numeric" }),
    weekday: format({ weekday: "short" }),
    weekdayInFull: format({ weekday: "long" }),
    time: format(clock),
    dayRange: format({ day: "numeric", month: "short", year: "numeric" }),
    days: format(day),
    times: format({ ...day, ...clock }),
  };
  const moment = (wallClock: string): Date => new Date(`${wallClock.replace(" ", "T")}Z`);
  // `formatRange` throws if the end is before the start.
  const formatRange = (by: Intl.DateTimeFormat, start: string, end: string): string =>
    end > start ? by.formatRange(moment(start), moment(end)) : by.format(moment(start));
  return {
    month: (of) => formats.month.format(toDate(of)),
    fullDay: (of) => formats.fullDay.format(toDate(of)),
    dayOfYear: (of) => formats.dayOfYear.format(toDate(of)),
    mediumDay: (of) => formats.mediumDay.format(toDate(of)),
    weekday: (of) => formats.weekday.format(toDate(of)),
    weekdayInFull: (of) => formats.weekdayInFull.format(toDate(of)),
    dayOfMonth: (of) => new Intl.NumberFormat(language, { useGrouping: false }).format(Number(of.slice(8))),
    time: (wallClock) => formats.time.format(moment(wallClock)),
    timeRange: (start, end) =>
      // For times on two days, `formatRange` would include both dates.
      start.slice(0, 10) === end.slice(0, 10)
        ? formatRange(formats.time, start, end)
        : `${formats.time.format(moment(start))} – ${formats.time.format(moment(end))}`,
    dayRange: (start, end) => formatRange(formats.dayRange, start, end),
    range: (start, end, isAllDay) => formatRange(isAllDay ? formats.days : formats.times, start, end),
  };
};

/** Returns the milliseconds between two wall clocks. */
const between = (start: string, end: string): number =>
  Date.parse(`${end.replace(" ", "T")}Z`) - Date.parse(`${start.replace(" ", "T")}Z`);

/**
 * Returns the last day on which an event is shown. If an event of less than 24 hours ends by 06:00 on a later
 * day, it is not shown on that day. An end at midnight does not add a day.
 */
export const lastDayOf = (start: string, end: string): Day => {
  const isNight = end.slice(11) <= "06:00:00" && between(start, end) < 86_400_000;
  const day = end.slice(0, 10);
  const endsBefore = end > start && day !== start.slice(0, 10) && (isNight || end.slice(11) === "00:00:00");
  return end <= start ? start.slice(0, 10) : endsBefore ? addDays(day, -1) : day;
};

/** Returns all days of an event between `from` and `to`, both inclusive. */
export const daysOf = (start: string, end: string, from: Day, to: Day): readonly Day[] => {
  const first = start.slice(0, 10);
  const last = lastDayOf(start, end);
  const days: Day[] = [];
  for (let day = first < from ? from : first; day <= last && day <= to; day = addDays(day, 1)) {
    // `addDays` does not go beyond the last valid day, so the loop would not end.
    if (day === days.at(-1)) break;
    days.push(day);
  }
  return days;
};

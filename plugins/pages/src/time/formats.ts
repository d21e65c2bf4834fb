import { millisecondsOf, type WallClock } from "@kalends/core/plugin";
import { type Html, html } from "../page/html.ts";
import { type Day, midnightOf } from "./days.ts";
import type { Times } from "./times.ts";

/** Formats for dates and times in one language. */
export interface Formats {
  /** Formats a time, for example `19:00` or `7:00 PM`. */
  time(time: WallClock): string;
  /** Formats a day, for example `Tuesday, 6 May 2031`. */
  day(day: Day): string;
  /** Formats a day without its year, for example `Tue, 6 May`. */
  shortDay(day: Day): string;
  /** Formats the month of a day, for example `May`. */
  shortMonth(day: Day): string;
  /** Formats a range of days, for example `5 – 11 May 2031`. */
  days(first: Day, last: Day): string;
  /** Formats a month, for example `May 2031`. */
  month(month: string): string;
  /** Returns the name of a weekday. `number` is 0 for Sunday. */
  weekDay(number: number, width: "long" | "short"): string;
  number(number: number): string;
  /** Compares two names in the alphabetical order of the language. */
  compare(one: string, other: string): number;
  /**
   * Formats the times of an event on one day: `All day`, `19:00 – 21:00`, or `19:00 – 21:00 JST` if the event
   * has another time zone.
   */
  hours(times: Times, allDay: string): Html;
  /**
   * Formats days and times of an event, such as `Tue, 6 May, 19:00 – 21:00`. The year is shown only if it
   * differs from `thisYear`.
   */
  when(times: Times, thisYear: string): Html;
}

/**
 * Creates a formatter for wall clock times. It treats them as UTC times, so one formatter works for all time
 * zones.
 */
const formatter = (
  language: string,
  options: Intl.DateTimeFormatOptions,
): ((milliseconds: number) => string) => {
  const { format } = new Intl.DateTimeFormat(language, { timeZone: "UTC", calendar: "gregory", ...options });
  return (milliseconds) => format(milliseconds);
};

/** Formats a UTC time for the attribute `datetime`. */
const stamp = (utc: WallClock): string => `${utc.slice(0, 10)}T${utc.slice(11, 16)}Z`;

const createFormats = (language: string): Formats => {
  const ofTime = formatter(language, { hour: "numeric", minute: "2-digit" });
  const ofDay = formatter(language, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  const ofShortDay = formatter(language, { weekday: "short", day: "numeric", month: "short" });
  const ofYearDay = formatter(language, {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
  });
  const ofShortMonth = formatter(language, { month: "short" });
  const ofMonth = formatter(language, { month: "long", year: "numeric" });
  const weekDays = {
    long: formatter(language, { weekday: "long" }),
    short: formatter(language, { weekday: "short" }),
  };
  const ofDates = new Intl.DateTimeFormat(language, {
    timeZone: "UTC",
    calendar: "gregory",
    day: "numeric",
    month: "long",
    year: "numeric",
  });
  const collator = new Intl.Collator(language, { numeric: true });
  const numbers = new Intl.NumberFormat(language);
  /** Cache of formatted times, by minute of the day. It has at most 1,440 entries. */
  const times = new Map<string, string>();
  const time = (wallClock: WallClock): string => {
    const minute = wallClock.slice(11, 16);
    let text = times.get(minute);
    if (text === undefined) {
      text = ofTime(millisecondsOf(`1970-01-01 ${minute}:00`));
      times.set(minute, text);
    }
    return text;
  };
  const dayText = (day: Day, thisYear: string): string =>
    (day.startsWith(thisYear) ? ofShortDay : ofYearDay)(midnightOf(day));
  const span = (from: Html, to: Html, zone: string): Html =>
    html`${from} – ${to}${zone !== "" && html` <span class="zone">${zone}</span>`}`;
  const at = (utc: WallClock, text: string): Html => html`<time datetime="${stamp(utc)}">${text}</time>`;
  const on = (day: Day, text: string): Html => html`<time datetime="${day}">${text}</time>`;
  const hours = ({ allDay, start, end, utcStart, utcEnd, zone }: Times, allDayText: string): Html => {
    if (allDay) return html`${allDayText}`;
    const from = at(utcStart, time(start));
    if (utcEnd === utcStart) return html`${from}${zone !== "" && html` <span class="zone">${zone}</span>`}`;
    return span(from, at(utcEnd, time(end)), zone);
  };
  return {
    time,
    day: (day) => ofDay(midnightOf(day)),
    shortDay: (day) => ofShortDay(midnightOf(day)),
    shortMonth: (day) => ofShortMonth(midnightOf(day)),
    days: (first, last) => ofDates.formatRange(midnightOf(first), midnightOf(last)),
    month: (month) => ofMonth(midnightOf(`${month}-01`)),
    // 1 January 1970 was a Thursday, so the day three days later was a Sunday.
    weekDay: (number, width) => weekDays[width]((3 + number) * 86_400_000),
    number: (number) => numbers.format(number),
    compare: (one, other) => collator.compare(one, other),
    hours,
    when(shown, thisYear) {
      const { allDay, start, end, utcStart, utcEnd, firstDay, lastDay, zone } = shown;
      if (allDay) {
        const first = on(firstDay, dayText(firstDay, thisYear));
        return firstDay === lastDay ? first : span(first, on(lastDay, dayText(lastDay, thisYear)), "");
      }
      // `firstDay` can be one day before the date of `start`, if the site's days begin later than midnight. A
      // time must be shown with its own date.
      const first = dayText(start.slice(0, 10), thisYear);
      if (firstDay === lastDay) return html`${first}, ${hours(shown, "")}`;
      const last = dayText(end.slice(0, 10), thisYear);
      return span(at(utcStart, `${first}, ${time(start)}`), at(utcEnd, `${last}, ${time(end)}`), zone);
    },
  };
};

/** Creates a cache of formats by language, because creating them takes longer than rendering a page. */
export const createFormatCache = (): ((language: string) => Formats) => {
  const kept = new Map<string, Formats>();
  return (language) => {
    const known = kept.get(language);
    if (known !== undefined) return known;
    if (kept.size >= 32) kept.clear();
    const formats = createFormats(
      Intl.DateTimeFormat.supportedLocalesOf(language).length > 0 ? language : "en",
    );
    kept.set(language, formats);
    return formats;
  };
};

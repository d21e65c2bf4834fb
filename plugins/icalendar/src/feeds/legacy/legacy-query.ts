import { type CalendarApi, DAY, type WebsiteRequest } from "@kalends/core/plugin";
import type { LegacyPlace } from "./legacy-place.ts";

type EventListQuery = NonNullable<Parameters<CalendarApi["events"]["list"]>[0]>;

const later = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** Returns the first day of the next month. */
const nextMonth = (date: string): string => {
  const [year = 0, month = 0] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
};

/** Returns the Monday on or before the date. */
const mondayOf = (date: string): string =>
  later(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));

interface Window {
  readonly ends_after?: string;
  readonly ends_before?: string;
  readonly end_date?: string;
}

/**
 * Returns the window of events that are on or begin on or after the first day, up to the last day if one is
 * given.
 */
const windowFrom = (first: string, last?: string): Window => ({
  ends_after: later(first, -1),
  ...(last !== undefined && { end_date: last }),
});

/**
 * Returns the window of days that a view stands for. A request without a date gets all events from the first
 * day of this month or week on. A request with a month, week or day gets only that one.
 */
export const windowOf = ({ display, date }: Pick<LegacyPlace, "display" | "date">, today: string): Window => {
  const day = date?.length === 7 ? `${date}-01` : (date ?? today);
  const month = `${day.slice(0, 7)}-01`;
  switch (display) {
    case "past":
      return { ends_before: day };
    case "day":
    case "today":
      return windowFrom(day, day);
    case "week":
      return date === undefined
        ? windowFrom(mondayOf(day))
        : windowFrom(mondayOf(day), later(mondayOf(day), 6));
    case "month":
      return date === undefined ? windowFrom(month) : windowFrom(month, later(nextMonth(month), -1));
    default:
      return windowFrom(date === undefined ? month : day);
  }
};

/** Query parameters of the previous calendar software, with the names that they have here. */
const FILTERS: Readonly<Record<string, keyof EventListQuery & string>> = {
  "tribe-bar-search": "search",
  tribe_events_cat: "categories",
  tag: "tags",
  featured: "featured",
};

export const filtersOf = (query: WebsiteRequest["query"]): EventListQuery =>
  Object.fromEntries(
    Object.entries(FILTERS).flatMap(([name, own]) => {
      const [value = ""] = query.get(name) ?? [];
      return value === "" ? [] : [[own, value]];
    }),
  );

const KNOWN = [
  ...["post_type", "p", "ical", "outlook-ical", "eventDisplay", "tribe-bar-date"],
  ...Object.keys(FILTERS),
];

/**
 * True if the query has only calendar parameters, so that no other page of the site can be meant: `/?ical=1`,
 * perhaps with filters.
 */
export const isOfCalendar = (query: WebsiteRequest["query"]): boolean =>
  [...query.keys()].every((name) => KNOWN.includes(name) && name !== "post_type" && name !== "p");

/** Returns the parameters that have an effect; the address in the feed repeats them. */
export const knownPairs = (query: WebsiteRequest["query"]): Record<string, string> =>
  Object.fromEntries(
    KNOWN.flatMap((name) => {
      const value = query.get(name)?.[0];
      return value === undefined ? [] : [[name, value]];
    }),
  );

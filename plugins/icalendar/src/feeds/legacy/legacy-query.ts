import { type CalendarApi, DAY, type WebsiteRequest } from "@kalends/core/plugin";
import type { LegacyPlace } from "./legacy-place.ts";

type EventListQuery = NonNullable<Parameters<CalendarApi["events"]["list"]>[0]>;

const later = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** Returns the first day of the month after the date. */
const nextMonth = (date: string): string => {
  const [year = 0, month = 0] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
};

/** Returns the date itself if it is a Monday, otherwise the Monday before it. */
const mondayOf = (date: string): string =>
  later(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));

interface Window {
  readonly ends_after?: string;
  readonly ends_before?: string;
  readonly end_date?: string;
}

/**
 * Returns the filter for events that take place between two days (inclusive). Without `last`, it has no end.
 */
const windowFrom = (first: string, last?: string): Window => ({
  ends_after: later(first, -1),
  ...(last !== undefined && { end_date: last }),
});

/**
 * Converts a view of the previous software to a filter by date:
 * - `day`, `today`, `week` and `month` cover the day, week or month that contains the date. Without a date,
 *   `day` and `today` cover today; `week` and `month` begin with the current one and have no end.
 * - `past` covers events that ended before the date, or before today.
 * - Other views cover events from the date on, or from the beginning of the current month.
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

/** Query parameters of the previous software and the API parameters that replace them. */
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
 * True if all parameters of the query belong to the calendar, and none of them is `post_type` or `p`. A
 * request for `/` with such a query, such as `/?ical=1`, means the calendar and no other page of the site.
 */
export const isOfCalendar = (query: WebsiteRequest["query"]): boolean =>
  [...query.keys()].every((name) => KNOWN.includes(name) && name !== "post_type" && name !== "p");

/**
 * Returns the query parameters that affect the result. The feed contains its own URL with these parameters
 * only.
 */
export const knownPairs = (query: WebsiteRequest["query"]): Record<string, string> =>
  Object.fromEntries(
    KNOWN.flatMap((name) => {
      const value = query.get(name)?.[0];
      return value === undefined ? [] : [[name, value]];
    }),
  );

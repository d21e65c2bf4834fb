import { type CalendarApi, invalidParameter, toBoolean } from "@kalends/core/plugin";
import type { PageContext } from "../page/context.ts";

export const FILTERS = ["search", "categories", "tags", "venue", "organizer", "featured"] as const;
export type FilterName = (typeof FILTERS)[number];

/**
 * Filters in the query string of a page. Several values of a filter are joined with commas. Empty filters are
 * absent.
 */
export type Filters = Readonly<Partial<Record<FilterName, string>>>;

export type EventQueryValues = NonNullable<Parameters<CalendarApi["events"]["list"]>[0]>;

/**
 * Returns the values of a parameter, joined with commas. It also reads `name[]`, which some programs send for
 * lists.
 */
const sentAs = (query: ReadonlyMap<string, readonly string[]>, name: string): string =>
  [...(query.get(name) ?? []), ...(query.get(`${name}[]`) ?? [])]
    .map((value) => value.trim())
    .filter((value) => value !== "")
    .join(",");

export const filtersOf = ({ request }: Pick<PageContext, "request">): Filters => {
  const filters: Partial<Record<FilterName, string>> = {};
  for (const name of FILTERS) {
    const value = sentAs(request.query, name);
    if (value !== "") filters[name] = value;
  }
  return filters;
};

export const hasFilters = (filters: Filters): boolean => Object.keys(filters).length > 0;

/** API parameter that makes date filters apply to exact times instead of complete days. */
export const EXACT_DATES: EventQueryValues = { strict_dates: "true" };

/** Converts the filters to parameters of the event list. The API validates the values. */
export const toQuery = (filters: Filters): EventQueryValues => {
  const { featured, ...texts } = filters;
  if (featured === undefined) return texts;
  const isFeatured = toBoolean(featured);
  if (isFeatured === undefined) throw invalidParameter("featured", { reason: "not-a-boolean" });
  return { ...texts, featured: isFeatured };
};

/**
 * Returns the query string with these filters and additional values, such as `?search=music`. Returns `""` if
 * it would be empty.
 */
export const searchOf = (filters: Filters, additional: Readonly<Record<string, string>> = {}): string => {
  const entries = [...FILTERS.flatMap((name) => toEntry(name, filters[name])), ...Object.entries(additional)];
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
};

const toEntry = (name: string, value: string | undefined): [string, string][] =>
  value === undefined ? [] : [[name, value]];

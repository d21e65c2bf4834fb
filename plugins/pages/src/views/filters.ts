import { type EventListQuery, invalidParameter, toBoolean } from "@kalends/core/plugin";
import type { PageContext } from "../page/context.ts";

export const FILTERS = ["search", "categories", "tags", "venue", "organizer", "featured"] as const;
export type FilterName = (typeof FILTERS)[number];

/** Filters of a page as they were sent, several values of one joined with commas; none of them is blank. */
export type Filters = Readonly<Partial<Record<FilterName, string>>>;

export type EventQueryValues = EventListQuery;

/** Also those of `name[]`, as forms of other programs send lists. */
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

/** Exact times instead of days in all dates of a query. */
export const EXACTLY: EventQueryValues = { strict_dates: "true" };

/** As the interface takes them, which checks them as it checks the texts of a request. */
export const toQuery = (filters: Filters): EventQueryValues => {
  const { featured, ...texts } = filters;
  if (featured === undefined) return texts;
  const isFeatured = toBoolean(featured);
  if (isFeatured === undefined) throw invalidParameter("featured", { reason: "not-a-boolean" });
  return { ...texts, featured: isFeatured };
};

/** The query of an address with these filters, and further values: `?search=music`; empty without any. */
export const searchOf = (filters: Filters, further: Readonly<Record<string, string>> = {}): string => {
  const entries = [...FILTERS.flatMap((name) => toEntry(name, filters[name])), ...Object.entries(further)];
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
};

const toEntry = (name: string, value: string | undefined): [string, string][] =>
  value === undefined ? [] : [[name, value]];

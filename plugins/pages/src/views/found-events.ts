import { DAY, type EventView, utcText } from "@kalends/core/plugin";
import type { PageContext } from "../page/context.ts";
import { addDays, type Day } from "../time/days.ts";
import { type Times, timesOf } from "../time/times.ts";
import { type EventQueryValues, EXACT_DATES, type Filters, toQuery } from "./filters.ts";

/**
 * Maximum number of days that an event may have begun before the first displayed day. Events that began
 * earlier are not found.
 */
const MAX_DAYS_BEFORE = 366;

/** Returns the API parameters for events that have not ended. `now` is in milliseconds since 1970. */
export const upcomingQuery = (now: number): EventQueryValues => ({
  ...EXACT_DATES,
  ends_after: utcText(now),
  start_date: utcText(now - MAX_DAYS_BEFORE * DAY),
});

/** Maximum number of pages of an API list that one view reads. A page has `maxPerPage` events. */
const MAX_PORTIONS = 5;

/** Event with the times to display. */
export interface TimedEvent {
  readonly view: EventView;
  readonly times: Times;
}

export interface FoundEvents {
  /** Events in the order of their start. */
  readonly events: readonly TimedEvent[];
  /** Number of matching events that were not read because there are too many. */
  readonly missing: number;
}

/**
 * Finds the events that take place between two days (inclusive). One API request is enough, except for very
 * many events.
 */
export const findBetween = async (
  { frame: { api, site } }: PageContext,
  filters: Filters,
  first: Day,
  last: Day,
): Promise<FoundEvents> => {
  const query: EventQueryValues = {
    ...toQuery(filters),
    // An event of the first day may have begun long before. The start date is still limited, so that the
    // query can use an index.
    start_date: addDays(first, -MAX_DAYS_BEFORE),
    end_date: last,
    ends_after: addDays(first, -1),
    per_page: site.maxPerPage,
  };
  const { items, total } = await api.events.list(query);
  const pages = Math.min(Math.ceil(total / site.maxPerPage), MAX_PORTIONS);
  const otherPages = Array.from({ length: Math.max(0, pages - 1) }, (_, index) =>
    api.events.list({ ...query, page: index + 2 }),
  );
  const views = [...items, ...(await Promise.all(otherPages)).flatMap((result) => result.items)];
  const events = views.flatMap((view): readonly TimedEvent[] => {
    const times = timesOf(view.event, site);
    // The API compares times, but pages show days. An event that ends exactly when the first day begins does
    // not take place on that day.
    return times.lastDay < first || times.firstDay > last ? [] : [{ view, times }];
  });
  return { events, missing: Math.max(0, total - views.length) };
};

/**
 * Returns the events of each day from `first` to `last`. All-day and multi-day events come first, then the
 * others by start.
 */
export const byDay = (
  events: readonly TimedEvent[],
  first: Day,
  last: Day,
): ReadonlyMap<Day, readonly TimedEvent[]> => {
  const days = new Map<Day, TimedEvent[]>();
  for (let day = first; ; day = addDays(day, 1)) {
    days.set(day, []);
    if (day >= last || day === "9999-12-31") break;
  }
  for (const shown of [...events.filter(isLong), ...events.filter((event) => !isLong(event))]) {
    const { firstDay, lastDay } = shown.times;
    const end = lastDay < last ? lastDay : last;
    for (let day = firstDay > first ? firstDay : first; day <= end; day = addDays(day, 1)) {
      days.get(day)?.push(shown);
      if (day === "9999-12-31") break;
    }
  }
  return days;
};

/** True if the event lasts all day or more than one day. */
export const isLong = ({ times: { allDay, firstDay, lastDay } }: TimedEvent): boolean =>
  allDay || firstDay < lastDay;

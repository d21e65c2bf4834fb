import { DAY, type EventView, utcText } from "@kalends/core/plugin";
import type { PageContext } from "../page/context.ts";
import { addDays, type Day } from "../time/days.ts";
import { type Times, timesOf } from "../time/times.ts";
import { type EventQueryValues, EXACTLY, type Filters, toQuery } from "./filters.ts";

/** Days that an event may have begun before a page of days and still be looked for. */
const LOOK_BACK = 366;

/** What is on or comes; `now` in milliseconds since 1970. */
export const notOver = (now: number): EventQueryValues => ({
  ...EXACTLY,
  ends_after: utcText(now),
  start_date: utcText(now - LOOK_BACK * DAY),
});

/** Pages of the interface, `maxPerPage` long each, that one page of days is made of at most. */
const MOST_PORTIONS = 5;

/** An event and when it is, on the clock of the page. */
export interface Shown {
  readonly view: EventView;
  readonly times: Times;
}

export interface FoundEvents {
  /** By start. */
  readonly events: readonly Shown[];
  /** How many there are that are not among them. */
  readonly missing: number;
}

/** All that is on between two days, in one query unless there are very many. */
export const findBetween = async (
  { frame: { api, site } }: PageContext,
  filters: Filters,
  first: Day,
  last: Day,
): Promise<FoundEvents> => {
  const query: EventQueryValues = {
    ...toQuery(filters),
    // What is on today may have begun long ago; a bound of the start keeps the query within an index.
    start_date: addDays(first, -LOOK_BACK),
    end_date: last,
    ends_after: addDays(first, -1),
    per_page: site.maxPerPage,
  };
  const { items, total } = await api.events.list(query);
  const pages = Math.min(Math.ceil(total / site.maxPerPage), MOST_PORTIONS);
  const further = Array.from({ length: Math.max(0, pages - 1) }, (_, index) =>
    api.events.list({ ...query, page: index + 2 }),
  );
  const views = [...items, ...(await Promise.all(further)).flatMap((result) => result.items)];
  const events = views.flatMap((view): readonly Shown[] => {
    const times = timesOf(view.event, site);
    // The interface compares times, a page days: what ends as the first day begins is not on it.
    return times.lastDay < first || times.firstDay > last ? [] : [{ view, times }];
  });
  return { events, missing: Math.max(0, total - views.length) };
};

/** What is on each of the days; those that last several days first, then by start. */
export const byDay = (
  events: readonly Shown[],
  first: Day,
  last: Day,
): ReadonlyMap<Day, readonly Shown[]> => {
  const days = new Map<Day, Shown[]>();
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

/** Whether it lasts all day, or several days. */
export const isLong = ({ times: { allDay, firstDay, lastDay } }: Shown): boolean =>
  allDay || firstDay < lastDay;

import { lastDayOf } from "./dates/date-texts.ts";
import { addDays, addMonths, type Day, isDay } from "./dates/day.ts";
import { monthGrid } from "./dates/month-grid.ts";
import type { ElementOptions, Filters, View } from "./options.ts";
import { type CalendarEvent, type EventReader, readEvent } from "./source/calendar-event.ts";
import type { CalendarSource, EventPage, Query } from "./source/calendar-source.ts";
import type { Json } from "./source/fetch-json.ts";

/** Position of the visitor: the view, day, list page and filters that the calendar shows. */
export interface Position {
  readonly view: View;
  /** Selected day. The month view shows the month of this day. */
  readonly day: Day;
  /** First day of the list view. */
  readonly from: Day;
  /** Page of the list view: 1 is the first page of upcoming events; 0 and below are pages of past events. */
  readonly page: number;
  readonly filters: Filters;
}

export interface Loaded {
  readonly events: readonly CalendarEvent[];
  /** Number of all matching events, loaded or not. */
  readonly total: number;
  /**
   * First day on which events may be missing, if not all pages were loaded; absent if all events are loaded.
   */
  readonly missingFrom?: Day | undefined;
  /** True if events are missing because a request failed, so that a retry may load them. */
  readonly canRetry?: boolean;
  /** First and last day of the loaded range, both inclusive. A list of upcoming events has no last day. */
  readonly from: Day;
  readonly to: Day | undefined;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

/** Converts the events of an API page to events for display, in display order. */
type Read = (page: Pick<EventPage, "events">) => readonly CalendarEvent[];

const filterQuery = ({ search, category, tag }: Filters): Query => ({
  search,
  categories: category,
  tags: tag,
});

const bySection = (one: CalendarEvent, other: CalendarEvent): number =>
  one.start === other.start ? 0 : one.start < other.start ? -1 : 1;

/**
 * Returns the first day on which events may be missing. The API lists events by start, so all days before the
 * start of the last loaded event are complete. One more day is subtracted, because the displayed times may be
 * in another time zone than the times that the server compares.
 */
const missingFrom = (events: readonly Json[], from: Day): Day => {
  const day = String(events.at(-1)?.start_date ?? "").slice(0, 10);
  const first = isDay(day) ? addDays(day, -1) : from;
  return first < from ? from : first;
};

/**
 * Loads the events of a month view. The API reads the dates in `ends_after` and `starts_before` as the last
 * second of the day. Therefore, `ends_after` is the day before `from`, and `starts_before` is `to`.
 */
const loadMonth = async (
  source: CalendarSource,
  { day, filters }: Position,
  { firstDay, timezone }: ElementOptions,
  read: Read,
  signal: AbortSignal,
): Promise<Loaded> => {
  const days = monthGrid(day, firstDay).flat();
  const [from = day, to = day] = [days[0], days.at(-1)];
  // In another time zone, an event may be displayed one day earlier or later.
  const margin = timezone === undefined ? 0 : 1;
  const query = { ends_after: addDays(from, -1 - margin), starts_before: addDays(to, margin) };
  const { missing, ...page } = await source.all({ ...query, ...filterQuery(filters) }, signal);
  return {
    events: read(page),
    total: page.total,
    ...(missing && { missingFrom: missingFrom(page.events, from), canRetry: missing === "failed" }),
    from,
    to,
    hasPrevious: addMonths(day, -1) !== day,
    hasNext: addMonths(day, 1) !== day,
  };
};

/**
 * Loads a page of past events. The API lists the oldest events first, so its last page has the most recent
 * events. `number` is the page number for the API; below 1, no events are left.
 */
const loadPast = async (
  source: CalendarSource,
  { from, page, filters }: Position,
  perPage: number,
  signal: AbortSignal,
): Promise<{ readonly found: EventPage; readonly number: number }> => {
  const query = { starts_before: addDays(from, -1), per_page: perPage, ...filterQuery(filters) };
  const first = await source.page({ ...query, page: 1 }, signal);
  const number = first.pages + page;
  if (number < 1) return { found: { ...first, events: [] }, number };
  return { found: number === 1 ? first : await source.page({ ...query, page: number }, signal), number };
};

/**
 * Loads events near `from` that the query of a list misses. The server compares the local time of each event,
 * but the element displays times in `timezone`. Therefore, an event may be displayed on the other side of
 * `from`.
 */
const loadBoundaryEvents = async (
  source: CalendarSource,
  { from, filters }: Position,
  timezone: string | undefined,
  side: "past" | "upcoming",
  signal: AbortSignal,
): Promise<readonly Json[]> => {
  if (timezone === undefined) return [];
  const bounds =
    side === "past"
      ? { starts_after: addDays(from, -1), starts_before: from }
      : { ends_after: addDays(from, -2), ends_before: addDays(from, -1) };
  const { events } = await source.all({ ...bounds, ...filterQuery(filters) }, signal);
  return events;
};

const loadList = async (
  source: CalendarSource,
  position: Position,
  { perPage, timezone }: ElementOptions,
  read: Read,
  signal: AbortSignal,
): Promise<Loaded> => {
  const { from, page, filters } = position;
  const straysOf = (side: "past" | "upcoming", isBeside: boolean): Promise<readonly Json[]> =>
    isBeside ? loadBoundaryEvents(source, position, timezone, side, signal) : Promise.resolve([]);
  if (page < 1) {
    const { found, number } = await loadPast(source, position, perPage, signal);
    const boundaryEvents = await straysOf("past", page === 0);
    // Events that continue on or after `from` belong to the list of upcoming events.
    const events = read({ events: [...found.events, ...boundaryEvents] }).filter(
      ({ start, end }) => lastDayOf(start, end) < from,
    );
    const to = addDays(from, -1);
    return {
      events,
      total: found.total,
      from: "0001-01-01",
      to,
      hasPrevious: number > 1,
      hasNext: true,
    };
  }
  const query = { ends_after: addDays(from, -1), per_page: perPage, page, ...filterQuery(filters) };
  const found = await source.page(query, signal);
  const boundaryEvents = await straysOf("upcoming", page === 1);
  const hasEnded = ({ end }: CalendarEvent): boolean => timezone !== undefined && end.slice(0, 10) < from;
  return {
    events: read({ events: [...boundaryEvents, ...found.events] }).filter((event) => !hasEnded(event)),
    total: found.total,
    from,
    to: undefined,
    hasPrevious: true,
    hasNext: page < found.pages,
  };
};

/** Loads the events that the view shows at a position. */
export const load = (
  source: CalendarSource,
  position: Position,
  options: ElementOptions,
  reader: EventReader,
  signal: AbortSignal,
): Promise<Loaded> => {
  const read: Read = ({ events }) => events.flatMap((json) => readEvent(json, reader) ?? []).sort(bySection);
  return position.view === "month"
    ? loadMonth(source, position, options, read, signal)
    : loadList(source, position, options, read, signal);
};

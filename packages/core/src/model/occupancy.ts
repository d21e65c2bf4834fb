import type { CalendarEvent } from "./event.ts";
import { isSeries } from "./recurrence/recurrence.ts";
import { DAY, millisecondsOf, utcText, type WallClock } from "./time/wall-clock.ts";

/** Range of UTC times: `from` is inclusive, `until` is exclusive. */
export interface UtcRange {
  readonly from: WallClock;
  readonly until: WallClock;
}

/**
 * Length class of an event that uses its venue: `short` up to seven days, else `long`. Stores index short and
 * long events separately. A search for the events in a range then reads only short events that start near the
 * range, and the few long ones.
 */
export type Occupancy = "short" | "long";

/** Maximum duration of a short event in milliseconds. */
const MAX_SHORT = 7 * DAY;

/**
 * Values of `eventStatus` with which an event takes place at its venue. Source:
 * rules/free-busy.md#counted-events.
 */
const TAKES_PLACE: ReadonlySet<CalendarEvent["eventStatus"]> = new Set([
  undefined,
  "scheduled",
  "rescheduled",
]);

/**
 * Returns the length class of an event that uses its venue, or `undefined` if the event uses no venue. A
 * series itself uses no venue, because its occurrences use it. Events in the trash, events with an event
 * status outside of `TAKES_PLACE`, and events that do not end after their start use no venue either.
 * Source: rules/free-busy.md#counted-events.
 */
export const occupancyOf = (event: CalendarEvent): Occupancy | undefined => {
  const { venueId, status, eventStatus, schedule } = event;
  if (venueId === undefined || status === "trash" || !TAKES_PLACE.has(eventStatus)) return undefined;
  if (isSeries(event) || schedule.utcStart >= schedule.utcEnd) return undefined;
  return millisecondsOf(schedule.utcEnd) - millisecondsOf(schedule.utcStart) > MAX_SHORT ? "long" : "short";
};

/** Returns the earliest UTC time at which a short event can start and still run at `from`. */
export const earliestShortStart = (from: WallClock): WallClock => utcText(millisecondsOf(from) - MAX_SHORT);

/**
 * True if the event uses this venue at a time in the range. Each store's own search must find the same
 * events.
 */
export const isOccupying = (event: CalendarEvent, venueId: number, { from, until }: UtcRange): boolean =>
  event.venueId === venueId &&
  occupancyOf(event) !== undefined &&
  event.schedule.utcStart < until &&
  event.schedule.utcEnd > from;

import type { CalendarEvent } from "../../model/event.ts";
import { occupancyOf, type UtcRange } from "../../model/occupancy.ts";
import { isSeries } from "../../model/recurrence/recurrence.ts";
import { toWallClock } from "../../model/time/time-zone.ts";
import { utcText } from "../../model/time/wall-clock.ts";
import type { Notice } from "../../notice.ts";
import type { Clock } from "../../ports/clock.ts";
import { type EventRepository, MAX_RANGES } from "../../ports/repositories/post-repository.ts";
import type { NoticesOf } from "../posts/write-post.ts";

/**
 * Creates the function that finds the notices of a written event. Imports and subscriptions get no notices.
 * Source: rules/free-busy.md#venue-busy, rules/origin.md#source-wins.
 */
export const createEventNotices =
  (clock: Clock): NoticesOf<CalendarEvent> =>
  async (event, { events, isImport }, isUpdate) => {
    if (isImport) return [];
    const isBusy = await isVenueBusy(event, events, clock);
    const notices: readonly (readonly [Notice, boolean])[] = [
      ["venue-busy", isBusy],
      ["source-wins", isUpdate && event.origin?.subscription !== undefined],
    ];
    return notices.filter(([, applies]) => applies).map(([notice]) => notice);
  };

type Events = Pick<EventRepository, "occurrencesOf" | "isOccupied">;

/**
 * True if another event uses the venue of this event at the same time. For a series, its next `MAX_RANGES`
 * occurrences are checked. Occurrences of the same series do not count.
 */
const isVenueBusy = async (event: CalendarEvent, events: Events, clock: Clock): Promise<boolean> => {
  if (event.status === "trash") return false;
  const dates = isSeries(event) ? await nextDates(event, events, clock) : [event];
  const ranges = new Map<number, UtcRange[]>();
  for (const date of dates) {
    const { venueId, schedule } = date;
    if (venueId === undefined || occupancyOf(date) === undefined) continue;
    const known = ranges.get(venueId) ?? [];
    known.push({ from: schedule.utcStart, until: schedule.utcEnd });
    ranges.set(venueId, known);
  }
  const exceptId = event.occurrence?.seriesId ?? event.id;
  for (const [venueId, ofVenue] of ranges)
    if (await events.isOccupied(venueId, ofVenue, exceptId)) return true;
  return false;
};

const nextDates = (
  { id, schedule }: CalendarEvent,
  events: Events,
  clock: Clock,
): Promise<readonly CalendarEvent[]> =>
  events.occurrencesOf(id, toWallClock(utcText(clock.now()), schedule.timezone), MAX_RANGES);

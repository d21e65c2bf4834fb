import type { CalendarEvent } from "../model/event.ts";
import type { WallClock } from "../model/time/wall-clock.ts";
import { type EventRepository, MAX_RANGES } from "../ports/repositories/post-repository.ts";

/**
 * Returns a `saveOccurrences` that stores only a few new occurrences, for a unit that is rolled back.
 * A series can have thousands of new occurrences, so only those that affect the response are written. These
 * are the first occurrence, because terms count a series by it, and the next occurrence from now on. If the
 * series has a venue, the next `MAX_RANGES` are written, because they are compared with other events. In this
 * unit, new occurrences have negative ids.
 */
export const withFewOccurrences = (
  events: Pick<EventRepository, "saveOccurrences">,
  nowUtc: WallClock,
): Pick<EventRepository, "saveOccurrences"> => {
  /**
   * Number of upcoming occurrences that were written, and the start of the next one in UTC, by the id of the
   * series.
   */
  const written = new Map<number, { readonly count: number; readonly next?: WallClock }>();
  const isNeeded = ({ id, venueId, occurrence, schedule: { utcStart } }: CalendarEvent): boolean => {
    if (id > 0 || occurrence === undefined) return true;
    const { seriesId } = occurrence;
    const known = written.get(seriesId);
    const { count, next } = known ?? { count: 0 };
    const isNext = next === undefined || utcStart < next;
    const isUpcoming = utcStart >= nowUtc && (isNext || (venueId !== undefined && count < MAX_RANGES));
    if (isUpcoming) written.set(seriesId, { count: count + 1, next: isNext ? utcStart : next });
    else if (known === undefined) written.set(seriesId, { count });
    return known === undefined || isUpcoming;
  };
  return { saveOccurrences: (occurrences) => events.saveOccurrences(occurrences.filter(isNeeded)) };
};

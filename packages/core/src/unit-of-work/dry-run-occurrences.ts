import type { CalendarEvent } from "../model/event.ts";
import type { WallClock } from "../model/time/wall-clock.ts";
import type { EventRepository } from "../ports/repositories/post-repository.ts";

/**
 * Returns a `saveOccurrences` that stores only a few new occurrences, for a unit that is rolled back.
 * A series can have thousands of new occurrences, so only those that affect the response are written. They
 * are the first one, by which terms count the series, and the next one from now on. In this unit, new
 * occurrences have negative ids.
 */
export const withFewOccurrences = (
  events: Pick<EventRepository, "saveOccurrences">,
  nowUtc: WallClock,
): Pick<EventRepository, "saveOccurrences"> => {
  /**
   * Start of the next occurrence, by the id of the series. `undefined` if only a past occurrence was written
   * so far.
   */
  const next = new Map<number, WallClock | undefined>();
  const isNeeded = ({ id, occurrence, schedule: { utcStart } }: CalendarEvent): boolean => {
    if (id > 0 || occurrence === undefined) return true;
    const { seriesId } = occurrence;
    const known = next.get(seriesId);
    const isNext = utcStart >= nowUtc && (known === undefined || utcStart < known);
    const isFirst = !next.has(seriesId);
    if (isFirst || isNext) next.set(seriesId, isNext ? utcStart : undefined);
    return isFirst || isNext;
  };
  return { saveOccurrences: (occurrences) => events.saveOccurrences(occurrences.filter(isNeeded)) };
};

import { isCalendarError } from "../../errors.ts";
import type { CalendarEvent } from "../../model/event.ts";
import { isSameJson } from "../../model/json.ts";
import { type Instance, instanceSteps } from "../../model/recurrence/instances.ts";
import { toOccurrence, toOccurrenceRow } from "../../model/recurrence/occurrence.ts";
import { isSeries } from "../../model/recurrence/recurrence.ts";
import { type Computation, createWork, SENT_WORK } from "../../model/recurrence/work.ts";
import type { SiteSettings } from "../../model/site.ts";
import { toWallClock } from "../../model/time/time-zone.ts";
import { dateOf, utcText, type WallClock } from "../../model/time/wall-clock.ts";
import type { Clock } from "../../ports/clock.ts";
import type { EventRepository } from "../../ports/repositories/post-repository.ts";
import { computeWith } from "../../unit-of-work/computing.ts";
import type { Slices } from "../../unit-of-work/slices.ts";
import { horizonAt } from "../series/horizon.ts";
import { plannedOccurrence } from "../series/occurrences/one-occurrence.ts";

/** Maximum number of upcoming dates in a preview. */
const MAX_DATES = 10;
/** Maximum number of stored occurrences that are compared with changed rules. */
const MAX_ROWS = 200;

interface PreviewedDatesDeps {
  readonly events: Pick<EventRepository, "find" | "list" | "occurrencesOf">;
  readonly site: SiteSettings;
  readonly clock: Clock;
  readonly slices: Slices | undefined;
}

/** Dates of the series of an event. `next` is present only if the event is the series itself. */
export interface PreviewedDates {
  readonly upcoming: readonly CalendarEvent[];
  readonly next?: CalendarEvent;
}

/**
 * Creates the function that finds the upcoming dates of a previewed event: those that its stored series has,
 * or those that its unsaved rules would produce.
 */
export const createPreviewedDates = ({ events, site, clock, slices }: PreviewedDatesDeps) => {
  const storedDates = async (
    series: CalendarEvent,
    shown: CalendarEvent,
    from: WallClock,
  ): Promise<readonly CalendarEvent[]> => {
    const { items } = await events.list({
      ...{ page: 1, perPage: MAX_DATES, order: "start", clock: "local", start: { from } },
      ...{ visible: { statuses: [series.status] }, seriesIds: [series.id] },
    });
    return items.map((one) => toOccurrence(shown, toOccurrenceRow(one)));
  };

  const computedDates = async (shown: CalendarEvent, from: WallClock): Promise<readonly CalendarEvent[]> => {
    const { recurrence, schedule } = shown;
    if (recurrence === undefined) return [];
    const rows = await events.occurrencesOf(shown.id, from, MAX_ROWS);
    const rowOf = new Map(rows.map((row) => [row.occurrence?.recurrenceId, row]));
    const toDate = ({ recurrenceId, schedule: planned }: Instance, place: number): CalendarEvent[] => {
      const row = rowOf.get(recurrenceId);
      if (row?.occurrence === undefined) return [plannedOccurrence(shown, recurrenceId, planned, -1 - place)];
      const { gone, ...occurrence } = row.occurrence;
      const own = { ...toOccurrenceRow(row), occurrence };
      if (gone === "trashed") return [];
      return [toOccurrence(shown, occurrence.isMoved ? own : { ...own, schedule: planned })];
    };
    const plan = function* (): Computation<readonly CalendarEvent[]> {
      const dates: CalendarEvent[] = [];
      const range = { from, until: horizonAt(clock.now(), site), work: createWork(SENT_WORK) };
      for (const instance of instanceSteps(recurrence, schedule, site.dayCutoff, range)) {
        if (instance === undefined) yield undefined;
        else dates.push(...toDate(instance, dates.length));
        if (dates.length >= MAX_DATES) break;
      }
      return dates;
    };
    try {
      return await computeWith(slices)(["preview", shown.id], plan);
    } catch (error) {
      // Rules whose dates take too long to compute are shown without dates.
      if (isCalendarError(error) && error.details.problems?.recurrence !== undefined) return [];
      throw error;
    }
  };

  /** `stored` is the event without and `shown` the event with its unsaved members. */
  return async (stored: CalendarEvent, shown: CalendarEvent): Promise<PreviewedDates> => {
    const now = clock.now();
    const from = `${dateOf(toWallClock(utcText(now), site.timezone))} 00:00:00`;
    const { occurrence } = stored;
    if (occurrence !== undefined) {
      const series = await events.find(occurrence.seriesId);
      if (series === undefined) return { upcoming: [] };
      return { upcoming: await storedDates(series, { ...series, status: shown.status }, from) };
    }
    if (!isSeries(shown)) return { upcoming: [] };
    const isSame =
      isSameJson(stored.recurrence, shown.recurrence) && isSameJson(stored.schedule, shown.schedule);
    const upcoming = isSame ? await storedDates(stored, shown, from) : await computedDates(shown, from);
    const next = upcoming.find(({ schedule }) => schedule.utcStart >= utcText(now));
    return { upcoming, ...(next !== undefined && { next }) };
  };
};

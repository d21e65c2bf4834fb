import { CalendarError, isCalendarError } from "../../../errors.ts";
import type { CalendarEvent } from "../../../model/event.ts";
import { instanceSteps } from "../../../model/recurrence/instances.ts";
import { toOccurrence } from "../../../model/recurrence/occurrence.ts";
import { createWork, nextOf, SENT_WORK } from "../../../model/recurrence/work.ts";
import type { SiteSettings } from "../../../model/site.ts";
import type { Schedule } from "../../../model/time/schedule.ts";
import { DAY, millisecondsOf, type WallClock } from "../../../model/time/wall-clock.ts";
import type { EventRepository } from "../../../ports/repositories/post-repository.ts";
import { type Compute, computeIn } from "../../../unit-of-work/computing.ts";
import type { UnitOfWork } from "../../../unit-of-work/unit-of-work.ts";
import { horizonAt } from "../horizon.ts";
import { reconcileHorizon, reconcileRows } from "../reconcile-occurrences.ts";
import { createRowSlugs } from "../row-slugs.ts";
import { readOccurrences } from "../write-rows.ts";

export type SeriesSite = Pick<SiteSettings, "dayCutoff" | "recurrenceHorizon">;

/**
 * Time of 100 years, in milliseconds. Occurrences of a rule with `COUNT` are computed only within this time
 * after the first start. It is also the maximum range of `listOccurrences`.
 */
export const COMPUTED_SPAN: number = 36_525 * DAY;

/**
 * True if the occurrence at this start can be computed in acceptable time. A rule with `COUNT` must be
 * counted from its first start, which takes too long for distant starts.
 */
export const isWithinReach = (
  { recurrence, schedule }: Pick<CalendarEvent, "recurrence" | "schedule">,
  start: WallClock,
): boolean =>
  millisecondsOf(start) - millisecondsOf(schedule.start) <= COMPUTED_SPAN ||
  recurrence?.rules.every((rule) => !rule.includes("COUNT=")) === true;

/**
 * Returns the schedule of the occurrence with this original start. Returns `undefined` if the recurrence does
 * not produce this start.
 */
export const instanceAt = async (
  { recurrence, schedule }: CalendarEvent,
  recurrenceId: WallClock,
  { dayCutoff }: Pick<SiteSettings, "dayCutoff">,
  compute: Compute,
): Promise<Schedule | undefined> => {
  if (recurrence === undefined || !isWithinReach({ recurrence, schedule }, recurrenceId)) return undefined;
  const range = { from: recurrenceId, until: recurrenceId };
  try {
    const key = ["instance", recurrence, schedule, dayCutoff, recurrenceId];
    const instance = await compute(key, () =>
      nextOf(instanceSteps(recurrence, schedule, dayCutoff, { ...range, work: createWork(SENT_WORK) })),
    );
    return instance?.recurrenceId === recurrenceId ? instance.schedule : undefined;
  } catch (error) {
    if (!isCalendarError(error) || error.code === "rest_too_many_requests") throw error;
    // The computation would take too long, so the start counts as not produced.
    return undefined;
  }
};

/** Returns an occurrence that is computed and not stored. Its id is negative. */
export const plannedOccurrence = (
  series: CalendarEvent,
  recurrenceId: WallClock,
  schedule: Schedule,
  id = -1,
): CalendarEvent =>
  toOccurrence(series, {
    id,
    slug: createRowSlugs(series, [recurrenceId])(recurrenceId),
    modified: series.modified,
    modifiedUtc: series.modifiedUtc,
    schedule,
    occurrence: { seriesId: series.id, recurrenceId, changes: {} },
  });

/** Reads the series of an occurrence in this unit of work. */
export const seriesOf = async (
  { occurrence }: CalendarEvent,
  events: Pick<EventRepository, "find">,
): Promise<CalendarEvent> => {
  const series = occurrence && (await events.find(occurrence.seriesId));
  if (series === undefined) throw new CalendarError("rest-event-not-found");
  return series;
};

/**
 * Returns the occurrence of a series with this original start, stored or computed. Returns `undefined` if the
 * recurrence does not produce this start.
 * Source: rules/recurrence.md#occurrence-made-real.
 */
export const occurrenceAt = async (
  series: CalendarEvent,
  recurrenceId: WallClock,
  events: Pick<EventRepository, "findOccurrence">,
  site: Pick<SiteSettings, "dayCutoff">,
  compute: Compute,
): Promise<CalendarEvent | undefined> => {
  const stored = await events.findOccurrence(series.id, recurrenceId);
  if (stored !== undefined) return stored;
  const schedule = await instanceAt(series, recurrenceId, site, compute);
  return schedule && plannedOccurrence(series, recurrenceId, schedule);
};

/**
 * Reads the event in the unit of work that will write it. An occurrence that was not stored before gets an
 * id.
 */
export const findForWrite = async (
  event: CalendarEvent,
  unit: Pick<UnitOfWork, "events" | "ids" | "computing">,
  site: SeriesSite,
): Promise<CalendarEvent | undefined> => {
  const { events, ids } = unit;
  if (event.id > 0 || event.occurrence === undefined) return events.find(event.id);
  const { seriesId, recurrenceId } = event.occurrence;
  const series = await events.find(seriesId);
  const found = series && (await occurrenceAt(series, recurrenceId, events, site, computeIn(unit)));
  return found !== undefined && found.id < 0 ? { ...found, id: await ids.next("record") } : found;
};

/**
 * Adds the missing occurrences of a series up to the horizon. Call it at the end of a unit of work that wrote
 * occurrences of the series.
 */
export const reconcileSeries = async (
  series: CalendarEvent,
  unit: Pick<UnitOfWork, "events" | "ids" | "computing">,
  { now, site }: { readonly now: number; readonly site: SeriesSite },
): Promise<void> => {
  const horizon = horizonAt(now, site);
  const [behind] = await unit.events.seriesToExtend(horizon, series.id - 1, 1);
  if (behind?.id === series.id) {
    await reconcileRows(unit, { series, now, site }, await readOccurrences(unit.events, series.id));
    return;
  }
  await reconcileHorizon(unit, series, horizon);
};

import { invalidParameter, isCalendarError } from "../../../errors.ts";
import type { CalendarEvent } from "../../../model/event.ts";
import { instanceSteps } from "../../../model/recurrence/instances.ts";
import { type Computation, createWork, SENT_WORK } from "../../../model/recurrence/work.ts";
import type { SiteSettings } from "../../../model/site.ts";
import { addMonths, DAY, millisecondsOf, utcText, type WallClock } from "../../../model/time/wall-clock.ts";
import type { EventRepository } from "../../../ports/repositories/post-repository.ts";
import { isVisible, isWithin, type WallClockRange } from "../../../queries/conditions.ts";
import { type EventQuery, startOf } from "../../../queries/event-query.ts";
import type { Page } from "../../../queries/page.ts";
import type { Compute } from "../../../unit-of-work/computing.ts";
import { horizonAt } from "../horizon.ts";
import { readOccurrences } from "../write-rows.ts";
import { COMPUTED_SPAN, isWithinReach, plannedOccurrence } from "./one-occurrence.ts";

/** Maximum number of occurrences that are computed for one list, in addition to the stored ones. */
const MAX_PLANNED = 2_000;
/**
 * Maximum number of stored occurrences that are read for the last year before the horizon. Two occurrences
 * are at least an hour apart, so it is sufficient.
 */
const MAX_KEPT = 10_000;
/**
 * Number of months before the horizon in which occurrences may be missing, because the stored horizon of a
 * series can be outdated.
 */
const MAX_LAG_MONTHS = 12;

interface OccurrenceListDeps {
  readonly events: Pick<EventRepository, "list" | "occurrencesOf">;
  readonly site: Pick<SiteSettings, "dayCutoff" | "recurrenceHorizon">;
  /** Current time in milliseconds since 1970. */
  readonly now: number;
  readonly compute: Compute;
}

/**
 * Returns the occurrences of a series that match the query. Occurrences that are not stored are computed and
 * get negative ids.
 * The query must have a start. Throws `rest_invalid_param` for `end_date` if it is too far in the future.
 * Source: rules/recurrence.md#occurrence-list.
 */
export const listOccurrences = async (
  series: CalendarEvent,
  query: EventQuery,
  deps: OccurrenceListDeps,
): Promise<Page<CalendarEvent>> => {
  const { events } = deps;
  const isListed = !series.hideFromListings && isVisible(series, query.visible);
  const planned = isListed ? await plannedOccurrences(series, query, deps) : [];
  const [first] = planned;
  if (first === undefined) return events.list(query);
  const { page, perPage, clock, start } = query;
  const from = startOf(first, clock);
  const [head, tail] = await Promise.all([
    events.list({ ...query, start: { ...start, before: from } }),
    events.list({ ...query, start: { ...start, from }, page: 1, perPage: MAX_KEPT }),
  ]);
  const later = [...tail.items, ...planned].toSorted((one, other) =>
    startOf(one, clock) < startOf(other, clock) ? -1 : 1,
  );
  const [begin, end] = [(page - 1) * perPage, page * perPage].map((place) => Math.max(0, place - head.total));
  return { items: [...head.items, ...later.slice(begin, end)], total: head.total + later.length };
};

const plannedOccurrences = async (
  series: CalendarEvent,
  { start = {}, clock }: EventQuery,
  { events, site, now, compute }: OccurrenceListDeps,
): Promise<readonly CalendarEvent[]> => {
  const { recurrence, schedule } = series;
  const edge = addMonths(horizonAt(now, site), -MAX_LAG_MONTHS);
  const [from, until] = [laterOf(edge, boundOf(start, "from")), boundOf(start, "until")];
  if (recurrence === undefined || until === undefined || until < edge) return [];
  const reach = millisecondsOf(from) + COMPUTED_SPAN;
  if (millisecondsOf(until) > reach) throw tooFar(reach);
  if (!isWithinReach(series, from)) return [];
  const kept = await readOccurrences(events, series.id, from);
  const known = new Set(kept.map(({ occurrence }) => occurrence?.recurrenceId));
  const plan = function* (): Computation<readonly CalendarEvent[]> {
    const planned: CalendarEvent[] = [];
    const range = { from, until, work: createWork(SENT_WORK) };
    for (const instance of instanceSteps(recurrence, schedule, site.dayCutoff, range)) {
      if (instance === undefined) {
        yield undefined;
        continue;
      }
      const { recurrenceId } = instance;
      if (known.has(recurrenceId)) continue;
      const occurrence = plannedOccurrence(series, recurrenceId, instance.schedule, -1 - planned.length);
      if (!isWithin(startOf(occurrence, clock), start)) continue;
      if (planned.length === MAX_PLANNED) throw tooFar(millisecondsOf(recurrenceId));
      planned.push(occurrence);
    }
    return planned;
  };
  try {
    return await compute(["planned", series.id], plan);
  } catch (error) {
    // The caller sent no rules, so the error must name `end_date` instead of `recurrence`.
    throw isTooCostly(error) ? tooFar(millisecondsOf(edge)) : error;
  }
};

/** True if the error means that the computation of occurrences would take too long. */
const isTooCostly = (error: unknown): boolean =>
  isCalendarError(error) && error.details.problems?.recurrence !== undefined;

const tooFar = (milliseconds: number): Error =>
  invalidParameter("end_date", { reason: "too-high", values: { maximum: utcText(milliseconds) } });

/**
 * Extends a bound by two days, so that it is valid on the wall clock of any zone. Wall clocks of two zones
 * differ by less than that.
 */
const boundOf = (
  { from, after, until, before }: WallClockRange,
  side: "from" | "until",
): WallClock | undefined => {
  const bound = side === "from" ? (from ?? after) : (until ?? before);
  const margin = side === "from" ? -2 * DAY : 2 * DAY;
  return bound && utcText(millisecondsOf(bound) + margin);
};

const laterOf = (one: WallClock, other: WallClock = one): WallClock => (one < other ? other : one);

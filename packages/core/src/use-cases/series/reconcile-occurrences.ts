import type { CalendarEvent } from "../../model/event.ts";
import { type Instance, instanceSteps, SEARCH_SPAN, startsOf } from "../../model/recurrence/instances.ts";
import {
  hasOwnTexts,
  type OccurrenceRow,
  toOccurrence,
  toOccurrenceRow,
} from "../../model/recurrence/occurrence.ts";
import { isSeries } from "../../model/recurrence/recurrence.ts";
import { type Computation, createWork } from "../../model/recurrence/work.ts";
import type { SiteSettings } from "../../model/site.ts";
import { isSameSchedule } from "../../model/time/schedule.ts";
import { dateOf, millisecondsOf, utcText, type WallClock } from "../../model/time/wall-clock.ts";
import { computeIn, computeInside, countRows } from "../../unit-of-work/computing.ts";
import type { UnitOfWork } from "../../unit-of-work/unit-of-work.ts";
import { changeOfSeries } from "./changed-series.ts";
import { horizonAt } from "./horizon.ts";
import { planSteps, ROWS_PER_STEP, type RowPlan, type WantedStart } from "./plan-rows.ts";
import { createRowSlugs } from "./row-slugs.ts";
import { readOccurrences, writeOccurrences } from "./write-rows.ts";

export interface WrittenSeries {
  /**
   * Series as stored by the current write. If it has no recurrence, it is a single event again, and its
   * occurrences become unwanted.
   */
  readonly series: CalendarEvent;
  /**
   * Series before the write; absent if it is new. Occurrences move by the difference between the first starts
   * of `before` and `series`.
   * For the second part of a split series, `before` is that part without the changes that the client sent.
   */
  readonly before?: CalendarEvent | undefined;
  /**
   * True if occurrences keep their dates when the first start of the series changes. If the new series has
   * none of these dates, the occurrences move anyway. By default, occurrences always move with the series.
   */
  readonly isAbsolute?: boolean;
  /** Current time in milliseconds since 1970. */
  readonly now: number;
  readonly site: Pick<SiteSettings, "dayCutoff" | "recurrenceHorizon">;
}

/** Changes that reconciling has made to the occurrences of a series. */
export interface ReconciledOccurrences {
  /**
   * Occurrences with values of their own that were moved to the trash because their start no longer exists.
   */
  readonly trashed: readonly CalendarEvent[];
  /** Number of new occurrences. */
  readonly added: number;
}

type Unit = Pick<UnitOfWork, "events" | "ids" | "computing">;

/**
 * Updates the stored occurrences of an event that recurs, or once recurred, up to the horizon (`horizonAt`).
 * Call it after the event is saved, in the same unit of work.
 * It writes only occurrences that change. If the series changes in values that lists use, it writes all
 * occurrences.
 */
export const reconcileOccurrences = async (
  unit: Unit,
  writtenSeries: WrittenSeries,
): Promise<ReconciledOccurrences> => {
  const { series, before } = writtenSeries;
  const wasSeries = before !== undefined && isSeries(before);
  if (!wasSeries && !isSeries(series) && series.hasRecurred !== true) return UNCHANGED;
  const isNew = !wasSeries && isSeries(series);
  const { isPlan, isListed, isText } = changeOfSeries(isNew ? undefined : before, series);
  if (!isPlan && !isListed && !isText) return UNCHANGED;
  const occurrences = await readOccurrences(unit.events, series.id);
  const isWritten = isListed ? () => true : isText ? hasOwnTexts : undefined;
  if (isPlan || isListed) return reconcileRows(unit, writtenSeries, occurrences, { isWritten });
  await writeOccurrences(unit, occurrences.filter(hasOwnTexts), new Map(), (one) => one);
  return UNCHANGED;
};

const UNCHANGED: ReconciledOccurrences = { trashed: [], added: 0 };

interface ReconcileRowsOptions {
  /** Returns true for an occurrence that must be written even if it is unchanged. */
  readonly isWritten?: ((occurrence: CalendarEvent) => boolean) | undefined;
  /** Changes each stored row before it is compared with the recurrence. */
  readonly revise?: (row: OccurrenceRow) => OccurrenceRow;
}

/**
 * Same as `reconcileOccurrences`, for a given list of all stored occurrences and without testing what has
 * changed in the series. The caller decides which occurrences must be written.
 */
export const reconcileRows = async (
  unit: Unit,
  writtenSeries: WrittenSeries,
  occurrences: readonly CalendarEvent[],
  { isWritten = () => false, revise = (row) => row }: ReconcileRowsOptions = {},
): Promise<ReconciledOccurrences> => {
  const { series, now, site } = writtenSeries;
  const stored = new Map(occurrences.map((occurrence) => [occurrence.id, occurrence]));
  const rows = await computeInside(unit, rowsOf(occurrences));
  const plan = await planSeries(writtenSeries, rows.map(revise), unit);
  const ids = plan.missing.length === 0 ? [] : await unit.ids.nextMany("record", plan.missing.length);
  const added = plan.missing.map((start, index) => newRow(series, start, ids[index] ?? 0));
  const isSame = (row: OccurrenceRow): boolean => {
    const old = stored.get(row.id);
    return old !== undefined && !isWritten(old) && isSameRow(toOccurrenceRow(old), row);
  };
  const written = await computeInside(unit, changedRows(series, plan, added, isSame));
  countRows(unit, written.length);
  const currentSlugs = new Map(rows.map(({ id, slug }) => [id, slug]));
  await writeOccurrences(unit, written, currentSlugs, (row) => toOccurrence(series, row));
  await reconcileHorizon(unit, series, horizonAt(now, site));
  const newlyUnwanted = plan.unwanted.filter((row) => stored.get(row.id)?.occurrence?.gone === undefined);
  return {
    trashed: newlyUnwanted.filter(differsFromSeries).map((row) => toOccurrence(series, row)),
    added: added.length,
  };
};

function* rowsOf(occurrences: readonly CalendarEvent[]): Computation<readonly OccurrenceRow[]> {
  const rows: OccurrenceRow[] = [];
  for (const [index, occurrence] of occurrences.entries()) {
    if (index % ROWS_PER_STEP === 0) yield undefined;
    rows.push(toOccurrenceRow(occurrence));
  }
  return rows;
}

/**
 * Completes the data of a series: see `reconcileSeries`. If the series has starts after the horizon, it
 * stores the horizon as the end of the stored occurrences.
 */
export const reconcileHorizon = async (
  unit: Unit,
  series: CalendarEvent,
  horizon: WallClock,
): Promise<void> => {
  const compute = computeIn(unit);
  const hasStartsAfter = await compute(["goes on", ...startInputs(series), dateOf(horizon)], () =>
    startsAfter(series, horizon),
  );
  await unit.events.reconcileSeries(series.id, hasStartsAfter(horizon) ? horizon : undefined);
};

/**
 * Returns a predicate for times on the day of the horizon. It is true if the recurrence has a start after the
 * time, and at most 100 years after that day. The predicate can be cached for that day.
 */
function* startsAfter(
  { recurrence, schedule }: CalendarEvent,
  horizon: WallClock,
): Computation<(time: WallClock) => boolean> {
  if (recurrence === undefined) return () => false;
  const [from, dayEnd] = dayOf(horizon);
  const until = utcText(millisecondsOf(dayEnd) + SEARCH_SPAN);
  let last = "";
  for (const start of startsOf(recurrence, schedule, { from, until })) {
    if (start === undefined) {
      yield undefined;
      continue;
    }
    last = utcText(start.at);
    if (last > dayEnd) break;
  }
  return (time) => last > time;
}

const dayOf = (time: WallClock): readonly [first: WallClock, last: WallClock] => [
  `${dateOf(time)} 00:00:00`,
  `${dateOf(time)} 23:59:59`,
];

/** Returns the values on which the starts of a series depend, as a part of cache keys. */
const startInputs = ({ recurrence, schedule }: CalendarEvent): readonly unknown[] => [recurrence, schedule];

/** Plans how the stored rows of a series change. Starts after the horizon do not count as missing. */
export const planSeries = async (
  { series, before, isAbsolute = false, now, site }: WrittenSeries,
  rows: readonly OccurrenceRow[],
  unit: object,
): Promise<RowPlan> => {
  const horizon = horizonAt(now, site);
  const startOf = ({ schedule }: CalendarEvent): number => millisecondsOf(schedule.start);
  const shift = before === undefined ? 0 : startOf(series) - startOf(before);
  const until = series.schedule.start > horizon ? series.schedule.start : horizon;
  const wantedAfter = async (moved: number): Promise<readonly Instance[]> => {
    const days = daysBehind(horizon, rows, moved);
    const behind = new Set(days);
    // The key contains only the day of `until`. The result of a long computation can then still be used later
    // on that day.
    const key = ["wanted", ...startInputs(series), site.dayCutoff, dateOf(until), days];
    const computed = await computeIn(unit)(key, () => startsOfDays(series, until, days, site));
    return computed.filter(({ recurrenceId }) => recurrenceId <= until || behind.has(dateOf(recurrenceId)));
  };
  const wantedUnshifted = shift !== 0 && isAbsolute ? await wantedAfter(0) : [];
  const plan = shareDate(rows, wantedUnshifted)
    ? await computeInside(unit, planSteps(rows, wantedUnshifted, 0))
    : await computeInside(unit, planSteps(rows, await wantedAfter(shift), shift));
  return {
    ...plan,
    missing: plan.missing.filter(({ recurrenceId }) => isWithin(recurrenceId, series, horizon)),
  };
};

const shareDate = (rows: readonly OccurrenceRow[], wanted: readonly WantedStart[]): boolean => {
  const dates = new Set(wanted.map(({ recurrenceId }) => dateOf(recurrenceId)));
  return rows.some(({ occurrence }) => dates.has(dateOf(occurrence.recurrenceId)));
};

/**
 * True if a missing occurrence with this start must be added: it is not after the horizon, or is the first
 * one.
 */
const isWithin = (recurrenceId: WallClock, { schedule }: CalendarEvent, horizon: WallClock): boolean =>
  recurrenceId <= horizon || recurrenceId === schedule.start;

/**
 * Computes the starts of a series up to the end of the day of `last`, and on those `days` that come later.
 */
function* startsOfDays(
  { recurrence, schedule }: CalendarEvent,
  last: WallClock,
  days: readonly string[],
  { dayCutoff }: Pick<SiteSettings, "dayCutoff">,
): Computation<readonly Instance[]> {
  if (recurrence === undefined) return [];
  const work = createWork();
  const [, until] = dayOf(last);
  const beyond = days.filter((date) => date > dateOf(last));
  const [first, end] = [beyond[0], beyond.at(-1)];
  // A rule with `COUNT` is computed from its first start each time, so all days are computed together.
  const isCounted = recurrence.rules.some((rule) => rule.includes("COUNT="));
  const ranges =
    isCounted && end !== undefined ? [[first, end] as const] : beyond.map((day) => [day, day] as const);
  const found: Instance[] = [];
  for (const range of [
    { until },
    ...ranges.map(([from, to]) => ({ from: `${from} 00:00:00`, until: `${to} 23:59:59` })),
  ])
    for (const instance of instanceSteps(recurrence, schedule, dayCutoff, { ...range, work })) {
      if (instance === undefined) yield undefined;
      else found.push(instance);
    }
  return found;
}

/** Returns the days after the horizon on which rows are stored after they are moved by `shift`, ascending. */
const daysBehind = (horizon: WallClock, rows: readonly OccurrenceRow[], shift: number): readonly string[] => {
  const starts = rows.map(({ occurrence }) => utcText(millisecondsOf(occurrence.recurrenceId) + shift));
  return [...new Set(starts.filter((start) => start > horizon).map(dateOf))].toSorted();
};

const newRow = (
  { id: seriesId, modified, modifiedUtc }: CalendarEvent,
  { recurrenceId, schedule }: WantedStart,
  id: number,
): OccurrenceRow => ({
  id,
  slug: "",
  modified,
  modifiedUtc,
  schedule,
  occurrence: { seriesId, recurrenceId, changes: {} },
});

/**
 * Returns the rows that differ from the stored ones, as a generator that can be paused between steps.
 * Unwanted rows keep their slugs, but other occurrences may get the same slugs.
 */
function* changedRows(
  series: CalendarEvent,
  { kept, unwanted }: RowPlan,
  added: readonly OccurrenceRow[],
  isSame: (row: OccurrenceRow) => boolean,
): Computation<readonly OccurrenceRow[]> {
  const wanted = [...kept, ...added];
  const slugOf = createRowSlugs(
    series,
    wanted.map(({ occurrence }) => occurrence.recurrenceId),
  );
  const changed: OccurrenceRow[] = [];
  for (const [index, row] of [...wanted, ...unwanted].entries()) {
    if (index % ROWS_PER_STEP === 0) yield undefined;
    const slug = index < wanted.length ? slugOf(row.occurrence.recurrenceId, row.slug) : row.slug;
    const named = slug === row.slug ? row : { ...row, slug };
    if (!isSame(named)) changed.push(named);
  }
  return changed;
}

const isSameRow = (one: OccurrenceRow, other: OccurrenceRow): boolean =>
  one.slug === other.slug &&
  one.occurrence.recurrenceId === other.occurrence.recurrenceId &&
  one.occurrence.gone === other.occurrence.gone &&
  isSameSchedule(one.schedule, other.schedule);

/** True if the occurrence has a time or values of its own. */
const differsFromSeries = ({ occurrence: { isMoved, changes } }: OccurrenceRow): boolean =>
  isMoved === true || Object.keys(changes).length > 0;

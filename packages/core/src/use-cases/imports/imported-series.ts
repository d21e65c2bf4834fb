import type { CalendarEvent } from "../../model/event.ts";
import { instanceSteps } from "../../model/recurrence/instances.ts";
import {
  changesOf,
  type OccurrenceRow,
  toOccurrence,
  toOccurrenceRow,
} from "../../model/recurrence/occurrence.ts";
import { RECURRENCE_BOUNDS } from "../../model/recurrence/parse-recurrence.ts";
import { allOf } from "../../model/recurrence/work.ts";
import { isSameSchedule, type Schedule } from "../../model/time/schedule.ts";
import type { WallClock } from "../../model/time/wall-clock.ts";
import { type Compute, computeAtOnce, computeIn } from "../../unit-of-work/computing.ts";
import type { UnitOfWork } from "../../unit-of-work/unit-of-work.ts";
import { instanceAt, reconcileSeries, type SeriesSite } from "../series/occurrences/one-occurrence.ts";
import type { RowPlan } from "../series/plan-rows.ts";
import { planSeries } from "../series/reconcile-occurrences.ts";
import { createRowSlugs } from "../series/row-slugs.ts";
import { readOccurrences, writeOccurrences } from "../series/write-rows.ts";

type Unit = Pick<UnitOfWork, "events" | "ids" | "computing">;

/** Current time of an import, with the settings of the site. */
export interface ImportMoment {
  /** Current time in milliseconds since 1970. */
  readonly now: number;
  readonly site: SeriesSite;
}

/**
 * Returns a series from the source, changed so that it may replace the stored series.
 * Its recurrence also produces the stored occurrences that the source no longer lists, unless they are in the
 * trash of this calendar. The source may still have these occurrences, because it does not list every record.
 */
export const keptSeries = async (
  unit: Pick<Unit, "events" | "computing">,
  series: CalendarEvent,
  moment: ImportMoment,
): Promise<CalendarEvent> => {
  const { events } = unit;
  const compute = computeIn(unit);
  const rows = (await readOccurrences(events, series.id)).map(toOccurrenceRow);
  const storedStarts = rows
    .filter(({ occurrence }) => occurrence.gone === undefined)
    .map(({ occurrence }) => occurrence.recurrenceId);
  const before = await events.find(series.id);
  const from = storedStarts[0] !== undefined && storedStarts[0] < series.schedule.start ? before : undefined;
  const started =
    from === undefined
      ? series
      : await withEarlierStart(series, from.schedule, storedStarts, moment.site, compute);
  const { unwanted } = await planSeries({ series: started, ...moment }, rows, unit);
  const unwantedStarts = unwanted
    .filter(({ occurrence }) => occurrence.gone === undefined)
    .map(({ occurrence }) => occurrence.recurrenceId);
  const { recurrence } = started;
  if (recurrence === undefined || unwantedStarts.length === 0) return started;
  const { dates, except } = recurrence;
  const excepted = new Set(except);
  const added = unwantedStarts.filter((start) => !excepted.has(start));
  return {
    ...started,
    recurrence: {
      ...recurrence,
      dates: [...new Set([...dates, ...added])].sort(),
      except: except.filter((start) => !unwantedStarts.includes(start)),
    },
  };
};

/**
 * Moves the first start of a series back to an earlier start. Between that start and the series' own first
 * start, it adds no occurrences other than the stored ones.
 */
const withEarlierStart = async (
  series: CalendarEvent,
  schedule: Schedule,
  storedStarts: readonly WallClock[],
  { dayCutoff }: SeriesSite,
  compute: Compute,
): Promise<CalendarEvent> => {
  const { recurrence } = series;
  if (recurrence === undefined) return series;
  const startsOf = async (first: Schedule, until: WallClock): Promise<readonly WallClock[]> => {
    const instances = await compute(["instances", recurrence, first, dayCutoff, until], () =>
      allOf(instanceSteps(recurrence, first, dayCutoff, { until })),
    );
    return instances.map(({ recurrenceId }) => recurrenceId);
  };
  const start = series.schedule.start;
  const given = await startsOf(schedule, start);
  // Rules such as `INTERVAL=2` count from the first start, so an earlier first start can change all dates.
  // The starts then become dates.
  if (!given.includes(start)) {
    const dates = (await startsOf(series.schedule, LAST)).slice(0, RECURRENCE_BOUNDS.dates);
    return { ...series, schedule, recurrence: { rules: [], dates, except: recurrence.except } };
  }
  const additionalStarts = given.filter((one) => one < start && !storedStarts.includes(one));
  const except = [...new Set([...recurrence.except, ...additionalStarts])].sort();
  return { ...series, schedule, recurrence: { ...recurrence, except } };
};

/** Last time that a wall clock can hold. No start of a series is later. */
const LAST: WallClock = "9999-12-31 23:59:59";

interface ImportedSeries extends ImportMoment {
  /** Series as stored in this calendar before the import. */
  readonly before?: CalendarEvent | undefined;
  /**
   * True if the source exports the series itself; its occurrences then change with the series. False if the
   * source exports only occurrences; each then stays unchanged until it is imported.
   */
  readonly followsSource: boolean;
}

/**
 * Stores an imported series. It does not create missing occurrences within the horizon (`horizonAt`), because
 * these are imported separately; `ExtendHorizon` adds later ones. Returns false if the slug of the series is
 * taken.
 */
export const saveImportedSeries = async (
  unit: Unit,
  series: CalendarEvent,
  { before, followsSource, ...moment }: ImportedSeries,
): Promise<boolean> => {
  const occurrences = before === undefined ? [] : await readOccurrences(unit.events, series.id);
  if (!(await unit.events.save(series))) return false;
  const rows = occurrences.map(toOccurrenceRow);
  const compute = computeIn(unit);
  const plan = await planSeries({ series, ...moment, ...(followsSource && { before }) }, rows, unit);
  const reconciled = followsSource
    ? followingOccurrences(series, plan)
    : await unchangedOccurrences(series, plan, occurrences, moment.site, compute);
  await writeOccurrences(unit, reconciled, new Map(rows.map(({ id, slug }) => [id, slug])), (one) => one);
  await unit.events.reconcileSeries(series.id, followsSource ? series.schedule.start : undefined);
  return true;
};

const followingOccurrences = (series: CalendarEvent, { kept, unwanted }: RowPlan): readonly CalendarEvent[] =>
  [...kept, ...unwanted].map((row) => toOccurrence(series, row));

/**
 * Returns the stored occurrences with the content and time that they had before, even if their series has
 * changed.
 */
const unchangedOccurrences = async (
  series: CalendarEvent,
  { kept, unwanted }: RowPlan,
  occurrences: readonly CalendarEvent[],
  site: SeriesSite,
  compute: Compute,
): Promise<readonly CalendarEvent[]> => {
  const before = new Map(occurrences.map((occurrence) => [occurrence.id, occurrence]));
  const unchangedOccurrences: CalendarEvent[] = [];
  for (const row of [...kept, ...unwanted]) {
    const event = before.get(row.id);
    const own = event === undefined ? row : await withOwnValues(series, row, event, site, compute);
    unchangedOccurrences.push(toOccurrence(series, own));
  }
  return unchangedOccurrences;
};

/** Returns the row of an occurrence with the values of `event` that differ from the series. */
const withOwnValues = async (
  series: CalendarEvent,
  row: OccurrenceRow,
  event: CalendarEvent,
  site: SeriesSite,
  compute: Compute,
): Promise<OccurrenceRow> => {
  const { isMoved: _isMoved, ...occurrence } = row.occurrence;
  const nominal = await instanceAt(series, occurrence.recurrenceId, site, compute);
  // The source may use another abbreviation for the same zone, so abbreviations are not compared.
  const { abbreviation = "" } = nominal ?? {};
  const isMoved = nominal === undefined || !isSameSchedule({ ...event.schedule, abbreviation }, nominal);
  return {
    ...row,
    schedule: isMoved ? event.schedule : nominal,
    occurrence: { ...occurrence, ...(isMoved && { isMoved }), changes: changesOf(series, event) },
  };
};

/** True if the recurrence of the series produces this original start. It reads no stored occurrences. */
export const hasInstance = async (
  series: CalendarEvent,
  recurrenceId: WallClock,
  site: SeriesSite,
): Promise<boolean> => (await instanceAt(series, recurrenceId, site, computeAtOnce)) !== undefined;

/** Id, slug and original start of an occurrence. */
export interface OccurrencePlace {
  /** Id of the occurrence in this calendar. */
  readonly id: number;
  /** Slug of the occurrence at the source. With `""` the slug is derived from the series. */
  readonly slug: string;
  /** Original start of the occurrence, given by the recurrence, on the wall clock of the series. */
  readonly recurrenceId: WallClock;
}

/**
 * Converts an imported event to an occurrence of the series, with the values in which the two differ.
 * The occurrence is in the trash if the event is. Author, publication and lineage come from the series.
 */
export const toImportedOccurrence = async (
  series: CalendarEvent,
  event: CalendarEvent,
  { id, slug, recurrenceId }: OccurrencePlace,
  site: SeriesSite,
): Promise<CalendarEvent> => {
  const { modified, modifiedUtc, schedule } = event;
  const isGone = event.status === "trash" && series.status !== "trash";
  const row: OccurrenceRow = {
    ...{ id, modified, modifiedUtc, schedule },
    slug: isGone ? "" : slug || createRowSlugs(series, [recurrenceId])(recurrenceId),
    occurrence: { seriesId: series.id, recurrenceId, ...(isGone && { gone: "trashed" }), changes: {} },
  };
  return toOccurrence(series, await withOwnValues(series, row, event, site, computeAtOnce));
};

/**
 * Stores an imported occurrence, under another slug if its own is taken.
 * `isPending` means that other occurrences of the series are still to be imported; missing ones are then not
 * created yet.
 */
export const saveImportedOccurrence = async (
  unit: Unit,
  occurrence: CalendarEvent,
  series: CalendarEvent,
  { isPending, ...moment }: ImportMoment & { readonly isPending: boolean },
): Promise<void> => {
  await writeOccurrences(unit, [occurrence], new Map(), (one) => one);
  if (isPending) await unit.events.reconcileSeries(series.id, series.schedule.start);
  else await reconcileSeries(series, unit, moment);
};

import type { CalendarEvent } from "../../model/event.ts";
import { goesOn, instancesOf } from "../../model/recurrence/instances.ts";
import {
  hasOwnTexts,
  type OccurrenceRow,
  toOccurrence,
  toOccurrenceRow,
} from "../../model/recurrence/occurrence.ts";
import { isSeries } from "../../model/recurrence/recurrence.ts";
import type { SiteSettings } from "../../model/site.ts";
import { isSameSchedule } from "../../model/time/schedule.ts";
import { dateOf, millisecondsOf, utcText, type WallClock } from "../../model/time/wall-clock.ts";
import type { Repositories } from "../../ports/store.ts";
import { changeOfSeries } from "./changed-series.ts";
import { horizonAt } from "./horizon.ts";
import { planRows, type RowPlan, type WantedStart } from "./plan-rows.ts";
import { createRowSlugs } from "./row-slugs.ts";
import { readOccurrences, writeOccurrences } from "./write-rows.ts";

export interface SettledSeries {
  /** As it is stored by now. Without a recurrence it is a single event again: nothing wants its occurrences. */
  readonly series: CalendarEvent;
  /**
   * As it was, under its own id; absent: it is new. Occurrences move by the difference of the two starts. A series that is split off
   * was the rest of the old one, at the start of the occurrence it begins with.
   */
  readonly before?: CalendarEvent | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly site: Pick<SiteSettings, "dayCutoff" | "recurrenceHorizon">;
}

/** What became of occurrences. */
export interface SettledOccurrences {
  /** Those with changes of their own that nothing wants any more, as they are now. */
  readonly trashed: readonly CalendarEvent[];
  /** How many there are now that were not there before. */
  readonly added: number;
}

type Unit = Pick<Repositories, "events" | "ids">;

/**
 * Comes after an event is saved, in the same unit of work: brings the occurrences of one that recurs, or did, to what it wants, up to
 * the horizon. Only those are written that differ from what is stored, or all where lists show something else of them.
 */
export const settleOccurrences = async (unit: Unit, settled: SettledSeries): Promise<SettledOccurrences> => {
  const { series, before } = settled;
  const wasSeries = before !== undefined && isSeries(before);
  if (!wasSeries && !isSeries(series) && series.hasRecurred !== true) return UNCHANGED;
  const isNew = !wasSeries && isSeries(series);
  const { isPlan, isListed, isText } = changeOfSeries(isNew ? undefined : before, series);
  if (!isPlan && !isListed && !isText) return UNCHANGED;
  const occurrences = await readOccurrences(unit.events, series.id);
  const isWritten = isListed ? () => true : isText ? hasOwnTexts : undefined;
  if (isPlan || isListed) return bringUp(unit, settled, occurrences, { isWritten });
  await writeOccurrences(unit, occurrences.filter(hasOwnTexts), new Map());
  return UNCHANGED;
};

const UNCHANGED: SettledOccurrences = { trashed: [], added: 0 };

interface BringUpOptions {
  /** What is written in any case. */
  readonly isWritten?: ((occurrence: CalendarEvent) => boolean) | undefined;
  /** Makes another row of a stored one beforehand. */
  readonly revise?: (row: OccurrenceRow) => OccurrenceRow;
}

/** As `settleOccurrences`, whatever of the series has changed, given all its occurrences. */
export const bringUp = async (
  unit: Unit,
  settled: SettledSeries,
  occurrences: readonly CalendarEvent[],
  { isWritten = () => false, revise = (row) => row }: BringUpOptions = {},
): Promise<SettledOccurrences> => {
  const { series, now, site } = settled;
  const rows = occurrences.map(toOccurrenceRow);
  const plan = planSeries(settled, rows.map(revise));
  const ids = plan.missing.length === 0 ? [] : await unit.ids.nextMany("record", plan.missing.length);
  const added = plan.missing.map((start, index) => newRow(series, start, ids[index] ?? 0));
  const stored = new Map(occurrences.map((occurrence) => [occurrence.id, occurrence]));
  const written = withSlugs(series, plan, added).flatMap((row): readonly CalendarEvent[] => {
    const old = stored.get(row.id);
    const isSame = old !== undefined && !isWritten(old) && isSameRow(toOccurrenceRow(old), row);
    return isSame ? [] : [toOccurrence(series, row)];
  });
  await writeOccurrences(unit, written, new Map(rows.map(({ id, slug }) => [id, slug])));
  const { recurrence, schedule } = series;
  const horizon = horizonAt(now, site);
  const isEndless = recurrence !== undefined && goesOn(recurrence, schedule, horizon);
  await unit.events.settleSeries(series.id, isEndless ? horizon : undefined);
  const lost = plan.unwanted.filter((row) => stored.get(row.id)?.occurrence?.gone === undefined);
  return { trashed: lost.filter(hasOwn).map((row) => toOccurrence(series, row)), added: added.length };
};

/** What becomes of the rows of a series; starts beyond the horizon are missing in none. */
export const planSeries = (
  { series, before, now, site }: SettledSeries,
  rows: readonly OccurrenceRow[],
): RowPlan => {
  const horizon = horizonAt(now, site);
  const startOf = ({ schedule }: CalendarEvent): number => millisecondsOf(schedule.start);
  const shift = before === undefined ? 0 : startOf(series) - startOf(before);
  const wanted = wantedStarts(series, horizon, daysBehind(horizon, rows, shift), site);
  const plan = planRows(rows, wanted, shift);
  return {
    ...plan,
    missing: plan.missing.filter(({ recurrenceId }) => isWithin(recurrenceId, series, horizon)),
  };
};

/** The first start is kept also beyond the horizon. */
const isWithin = (recurrenceId: WallClock, { schedule }: CalendarEvent, horizon: WallClock): boolean =>
  recurrenceId <= horizon || recurrenceId === schedule.start;

/** All up to the horizon, and those of the days beyond it that have rows. */
const wantedStarts = (
  { recurrence, schedule }: CalendarEvent,
  horizon: WallClock,
  days: readonly string[],
  { dayCutoff }: Pick<SiteSettings, "dayCutoff">,
): readonly WantedStart[] => {
  if (recurrence === undefined) return [];
  const until = schedule.start > horizon ? schedule.start : horizon;
  const within = instancesOf(recurrence, schedule, dayCutoff, { until });
  const beyond = days.flatMap((date) => [
    ...instancesOf(recurrence, schedule, dayCutoff, {
      from: `${date} 00:00:00`,
      until: `${date} 23:59:59`,
    }),
  ]);
  return [...within, ...beyond.filter(({ recurrenceId }) => recurrenceId > until)];
};

/** Days behind the horizon on which there are rows after the move, ascending. */
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

/** What nothing wants keeps what it was called; it holds no slug. */
const withSlugs = (
  series: CalendarEvent,
  { kept, unwanted }: RowPlan,
  added: readonly OccurrenceRow[],
): readonly OccurrenceRow[] => {
  const wanted = [...kept, ...added];
  const slugOf = createRowSlugs(
    series,
    wanted.map(({ occurrence }) => occurrence.recurrenceId),
  );
  const named = wanted.map((row) => {
    const slug = slugOf(row.occurrence.recurrenceId, row.slug);
    return slug === row.slug ? row : { ...row, slug };
  });
  return [...named, ...unwanted];
};

const isSameRow = (one: OccurrenceRow, other: OccurrenceRow): boolean =>
  one.slug === other.slug &&
  one.occurrence.recurrenceId === other.occurrence.recurrenceId &&
  one.occurrence.gone === other.occurrence.gone &&
  isSameSchedule(one.schedule, other.schedule);

/** Whether it has anything that its series has not. */
const hasOwn = ({ occurrence: { isMoved, changes } }: OccurrenceRow): boolean =>
  isMoved === true || Object.keys(changes).length > 0;

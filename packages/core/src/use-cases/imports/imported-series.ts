import type { CalendarEvent } from "../../model/event.ts";
import {
  changesOf,
  type OccurrenceRow,
  toOccurrence,
  toOccurrenceRow,
} from "../../model/recurrence/occurrence.ts";
import type { Recurrence } from "../../model/recurrence/recurrence.ts";
import { isSameSchedule } from "../../model/time/schedule.ts";
import type { WallClock } from "../../model/time/wall-clock.ts";
import type { Repositories } from "../../ports/store.ts";
import { instanceAt, type SeriesSite, settleSeries } from "../series/occurrences/one-occurrence.ts";
import type { RowPlan } from "../series/plan-rows.ts";
import { createRowSlugs } from "../series/row-slugs.ts";
import { planSeries } from "../series/settle-occurrences.ts";
import { readOccurrences, writeOccurrences } from "../series/write-rows.ts";

type Unit = Pick<Repositories, "events" | "ids">;

interface Moment {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly site: SeriesSite;
}

/**
 * The recurrence as an import may store it: what the source has no more stays among its dates as long as it is not in the trash here,
 * because that a record is not listed does not say that it is gone.
 */
export const keptRecurrence = async (
  { events }: Pick<Unit, "events">,
  series: CalendarEvent,
  moment: Moment,
): Promise<Recurrence | undefined> => {
  const { recurrence } = series;
  if (recurrence === undefined) return undefined;
  const rows = (await readOccurrences(events, series.id)).map(toOccurrenceRow);
  const kept = planSeries({ series, ...moment }, rows)
    .unwanted.filter(({ occurrence }) => occurrence.gone === undefined)
    .map(({ occurrence }) => occurrence.recurrenceId);
  if (kept.length === 0) return recurrence;
  const excepted = new Set(recurrence.except);
  const dates = kept.filter((start) => !excepted.has(start) && start >= series.schedule.start);
  return {
    ...recurrence,
    dates: [...new Set([...recurrence.dates, ...dates])].sort(),
    except: recurrence.except.filter((start) => !kept.includes(start)),
  };
};

interface ImportedSeries extends Moment {
  /** As it was here. */
  readonly before?: CalendarEvent | undefined;
  /** Its source has the series itself: occurrences follow it. Else each of them stays as it is until it comes itself. */
  readonly isRuled: boolean;
}

/**
 * Stores a series without the occurrences that it lacks, which are imported themselves; those beyond them are made by `ExtendHorizon`. False
 * when its slug is taken.
 */
export const saveImportedSeries = async (
  unit: Unit,
  series: CalendarEvent,
  { before, isRuled, ...moment }: ImportedSeries,
): Promise<boolean> => {
  const occurrences = before === undefined ? [] : await readOccurrences(unit.events, series.id);
  if (!(await unit.events.save(series))) return false;
  const rows = occurrences.map(toOccurrenceRow);
  const plan = planSeries({ series, ...moment, ...(isRuled && { before }) }, rows);
  const settled = isRuled ? followed(series, plan) : frozen(series, plan, occurrences, moment.site);
  await writeOccurrences(unit, settled, new Map(rows.map(({ id, slug }) => [id, slug])));
  await unit.events.settleSeries(series.id, isRuled ? series.schedule.start : undefined);
  return true;
};

const followed = (series: CalendarEvent, { kept, unwanted }: RowPlan): readonly CalendarEvent[] =>
  [...kept, ...unwanted].map((row) => toOccurrence(series, row));

/** Each with the content and the time that it had, whatever has changed in the series. */
const frozen = (
  series: CalendarEvent,
  { kept, unwanted }: RowPlan,
  occurrences: readonly CalendarEvent[],
  site: SeriesSite,
): readonly CalendarEvent[] => {
  const before = new Map(occurrences.map((occurrence) => [occurrence.id, occurrence]));
  return [...kept, ...unwanted].map((row) => {
    const event = before.get(row.id);
    return event === undefined
      ? toOccurrence(series, row)
      : toOccurrence(series, withOwn(series, row, event, site));
  });
};

/** The row with what the event has of its own, compared with the series. */
const withOwn = (
  series: CalendarEvent,
  row: OccurrenceRow,
  event: CalendarEvent,
  site: SeriesSite,
): OccurrenceRow => {
  const { isMoved: _isMoved, ...occurrence } = row.occurrence;
  const nominal = instanceAt(series, occurrence.recurrenceId, site);
  // Sources have other abbreviations for the same zone.
  const { abbreviation = "" } = nominal ?? {};
  const isMoved = nominal === undefined || !isSameSchedule({ ...event.schedule, abbreviation }, nominal);
  return {
    ...row,
    schedule: isMoved ? event.schedule : nominal,
    occurrence: { ...occurrence, ...(isMoved && { isMoved }), changes: changesOf(series, event) },
  };
};

/** Where an event belongs in its series. */
export interface OccurrencePlace {
  /** Ours. */
  readonly id: number;
  /** As the source calls it; `""`: after its series. */
  readonly slug: string;
  /** The start that the recurrence gives it. */
  readonly recurrenceId: WallClock;
}

/**
 * The event as an occurrence of the series: with what it has of its own, and in the trash where it is. Author, publication and lineage are
 * those of the series.
 */
export const toImportedOccurrence = (
  series: CalendarEvent,
  event: CalendarEvent,
  { id, slug, recurrenceId }: OccurrencePlace,
  site: SeriesSite,
): CalendarEvent => {
  const { modified, modifiedUtc, schedule } = event;
  const isGone = event.status === "trash" && series.status !== "trash";
  const row: OccurrenceRow = {
    ...{ id, modified, modifiedUtc, schedule },
    slug: isGone ? "" : slug || createRowSlugs(series, [recurrenceId])(recurrenceId),
    occurrence: { seriesId: series.id, recurrenceId, ...(isGone && { gone: "trashed" }), changes: {} },
  };
  return toOccurrence(series, withOwn(series, row, event, site));
};

/**
 * Stores an occurrence, under another slug where its own is taken. `isPending`: others of the series are still to come, so that none are made
 * for it yet.
 */
export const saveImportedOccurrence = async (
  unit: Unit,
  occurrence: CalendarEvent,
  series: CalendarEvent,
  { isPending, ...moment }: Moment & { readonly isPending: boolean },
): Promise<void> => {
  await writeOccurrences(unit, [occurrence], new Map());
  if (isPending) await unit.events.settleSeries(series.id, series.schedule.start);
  else await settleSeries(series, unit, moment);
};

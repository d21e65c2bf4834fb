import type { NoteAdjustment } from "../../../adjustment.ts";
import type { CalendarEvent } from "../../../model/event.ts";
import { isSameJson, type JsonObject } from "../../../model/json.ts";
import {
  changesOf,
  type OccurrenceChanges,
  type OccurrenceRow,
  toOccurrence,
  toOccurrenceRow,
} from "../../../model/recurrence/occurrence.ts";
import type { SiteSettings } from "../../../model/site.ts";
import { isSameSchedule, type Schedule } from "../../../model/time/schedule.ts";
import { type Compute, computeIn } from "../../../unit-of-work/computing.ts";
import type { WriteUnit } from "../../../unit-of-work/transact.ts";
import { saveWithFreeSlug } from "../../posts/post-slug.ts";
import { instanceAt, reconcileSeries } from "./one-occurrence.ts";
import { occurrenceOf, type ReconcileContext } from "./split-series.ts";

type Times = Pick<SiteSettings, "dayCutoff">;

/**
 * Returns the occurrence with this time. If the time differs from the one that the recurrence gives, the
 * occurrence gets a time of its own.
 */
const withTime = async (
  series: CalendarEvent,
  row: OccurrenceRow,
  schedule: Schedule,
  site: Times,
  compute: Compute,
): Promise<OccurrenceRow> => {
  const { isMoved: _was, ...occurrence } = row.occurrence;
  const nominal = await instanceAt(series, occurrence.recurrenceId, site, compute);
  const isMoved = nominal === undefined || !isSameSchedule(schedule, nominal);
  return { ...row, schedule, occurrence: { ...occurrence, ...(isMoved && { isMoved }) } };
};

/**
 * Stores an occurrence with its own values, after hooks have changed them. The caller must then reconcile its
 * series.
 */
export const saveOccurrence = async (
  next: CalendarEvent,
  before: CalendarEvent,
  series: CalendarEvent,
  unit: WriteUnit,
  note: NoteAdjustment,
  site: Times,
): Promise<CalendarEvent> =>
  saveWithFreeSlug(unit.events, next, async (record) => {
    const amended = await unit.amended({ kind: "event", record, before }, note);
    const { schedule } = amended;
    const occurrence = { ...occurrenceOf(record), changes: changesOf(series, amended) };
    const row = { ...toOccurrenceRow(record), occurrence };
    // The client did not move the occurrence, so it keeps the time of the series even if that time was
    // computed with other zone data.
    const isKept = isSameSchedule(schedule, before.schedule);
    return toOccurrence(series, isKept ? row : await withTime(series, row, schedule, site, computeIn(unit)));
  });

/** Returns the occurrence restored from the trash. */
export const restored = (current: CalendarEvent, series: CalendarEvent): CalendarEvent => {
  const { gone: _gone, ...occurrence } = occurrenceOf(current);
  return toOccurrence(series, { ...toOccurrenceRow(current), occurrence });
};

/** Series before and after a write that changed more than one occurrence. */
interface SeriesWrite {
  readonly before: CalendarEvent;
  readonly series: CalendarEvent;
  /** Time that the client sent for the occurrence. */
  readonly moved: Schedule;
}

/**
 * Updates the occurrence whose write changed its series. For all values that the client sent, the occurrence
 * then has the values of the series instead of its own.
 */
export const followSeries = async (
  current: CalendarEvent,
  { before, series, moved }: SeriesWrite,
  unit: WriteUnit,
  { now, site }: ReconcileContext,
): Promise<void> => {
  const stored = await unit.events.find(current.id);
  if (stored?.occurrence === undefined) return;
  const row = toOccurrenceRow(stored);
  const changes = remainingOwnValues(row.occurrence.changes, before, series);
  const kept = { ...row, occurrence: { ...row.occurrence, changes } };
  const isTimeSent = row.occurrence.isMoved === true && !isSameSchedule(moved, current.schedule);
  const timed = isTimeSent ? await withTime(series, kept, moved, site, computeIn(unit)) : kept;
  if (isSameJson(timed, row)) return;
  await unit.events.save(toOccurrence(series, timed));
  await reconcileSeries(series, unit, { now, site });
};

/** Returns the own values of an occurrence without those that were just changed in the series. */
const remainingOwnValues = (
  { extensions = {}, ...members }: OccurrenceChanges,
  before: CalendarEvent,
  after: CalendarEvent,
): OccurrenceChanges => {
  const isSame = (one: unknown, other: unknown): boolean => isSameJson({ value: one }, { value: other });
  const own = Object.entries(members).filter(([name]) =>
    isSame(before[name as keyof CalendarEvent], after[name as keyof CalendarEvent]),
  );
  const fields = Object.entries(extensions).flatMap(([plugin, values]): [string, JsonObject][] => {
    const kept = Object.entries(values).filter(([name]) =>
      isSame(before.extensions[plugin]?.[name], after.extensions[plugin]?.[name]),
    );
    return kept.length === 0 ? [] : [[plugin, Object.fromEntries(kept)]];
  });
  return {
    ...Object.fromEntries(own),
    ...(fields.length > 0 && { extensions: Object.fromEntries(fields) }),
  };
};

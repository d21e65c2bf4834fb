import type { NoteAdjustment } from "../../adjustment.ts";
import type { CalendarEvent } from "../../model/event.ts";
import { isSameJson } from "../../model/json.ts";
import { changesOf, toOccurrence, toOccurrenceRow } from "../../model/recurrence/occurrence.ts";
import type { WriteUnit } from "../../unit-of-work/transact.ts";
import { reconcileSeries } from "./occurrences/one-occurrence.ts";
import type { WrittenSeries } from "./reconcile-occurrences.ts";
import { readOccurrences, writeOccurrences } from "./write-rows.ts";

/**
 * Runs write hooks on occurrences with values of their own after the status of their series has changed,
 * because these values may now become public. Call it after `reconcileOccurrences`. Throws the refusals of
 * hooks.
 */
export const amendOwnValues = async (
  unit: WriteUnit,
  writtenSeries: WrittenSeries,
  note: NoteAdjustment,
): Promise<void> => {
  const { series, before } = writtenSeries;
  if (before?.recurrence === undefined || before.status === series.status || series.status === "trash")
    return;
  const amended: CalendarEvent[] = [];
  for (const one of await readOccurrences(unit.events, series.id)) {
    const row = toOccurrenceRow(one);
    const { occurrence } = row;
    if (occurrence.gone !== undefined || Object.keys(occurrence.changes).length === 0) continue;
    const record = await unit.amended(
      { kind: "event", record: one, before: toOccurrence(before, row) },
      note,
    );
    const changes = changesOf(series, record);
    if (!isSameJson(changes, occurrence.changes))
      amended.push(toOccurrence(series, { ...row, occurrence: { ...occurrence, changes } }));
  }
  if (amended.length === 0) return;
  await writeOccurrences(unit, amended, new Map(), (one) => one);
  await reconcileSeries(series, unit, writtenSeries);
};

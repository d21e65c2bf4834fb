import { isDeepStrictEqual } from "node:util";
import type { CalendarEvent, Repositories } from "@kalends/core";
import {
  OCCURRENCES_PER_WRITE,
  type OccurrenceRow,
  type Store,
  toOccurrence,
  toOccurrenceRow,
} from "@kalends/core/storage";
import { byId, type ImportLines, type Outcome, otherRecord, SLUG_CONFLICT } from "./import-lines.ts";

type Checked = { readonly occurrence: CalendarEvent } | { readonly outcome: Outcome };

/**
 * Returns a function that imports occurrences. Call the function after the series were imported. Then extend
 * the series, because the horizon in the archive is ignored. `archived` has the ids of the series that came
 * from the archive. A series with another id belongs to this calendar and gets no archived occurrences.
 */
export const importOccurrences =
  (store: Store, archived: ReadonlySet<number>): ImportLines =>
  (lines) =>
    store.transaction(async (unit) => {
      // The cast is safe: `checkRecord` has validated the rows.
      const rows = lines.map(({ record }) => record as OccurrenceRow);
      const checked = await checkRows(unit, rows, archived);
      const added = checked.flatMap((one) => ("occurrence" in one ? [one.occurrence] : []));
      const refused = new Set<number>();
      for (let from = 0; from < added.length; from += OCCURRENCES_PER_WRITE) {
        const slice = added.slice(from, from + OCCURRENCES_PER_WRITE);
        for (const id of await unit.events.saveOccurrences(slice)) refused.add(id);
      }
      return checked.map((one): Outcome => {
        if ("outcome" in one) return one.outcome;
        return refused.has(one.occurrence.id) ? SLUG_CONFLICT : "added";
      });
    });

const checkRows = async (
  { events, kindOf }: Repositories,
  rows: readonly OccurrenceRow[],
  archived: ReadonlySet<number>,
): Promise<readonly Checked[]> => {
  const known = byId(await events.findMany(rows.map(({ id }) => id)));
  const seriesIds = new Set(rows.map(({ occurrence }) => occurrence.seriesId));
  const series = byId(await events.findMany([...seriesIds]));
  // Send the queries together, because most stores process several at once.
  const importedIds = await Promise.all(
    rows.map(async ({ id }) => known.has(id) || (await kindOf(id)) !== undefined),
  );
  const takenStarts = await Promise.all(
    rows.map(async ({ id, occurrence: { seriesId, recurrenceId } }) => {
      if (known.has(id)) return true;
      return (await events.findOccurrence(seriesId, recurrenceId)) !== undefined;
    }),
  );
  const added = new Set<number | string>();
  return rows.map((row, at): Checked => {
    const { id, occurrence } = row;
    const { seriesId, recurrenceId } = occurrence;
    const there = known.get(id);
    if (there?.occurrence !== undefined && isDeepStrictEqual(toOccurrenceRow(there), row))
      return { outcome: "unchanged" };
    if (importedIds[at] || added.has(id)) return { outcome: otherRecord(id) };
    const of = series.get(seriesId);
    const recurs = of?.recurrence !== undefined || occurrence.gone !== undefined;
    if (of === undefined || of.occurrence !== undefined || !recurs)
      return { outcome: { problem: `its series ${seriesId} was not found` } };
    if (!archived.has(seriesId)) return { outcome: { problem: `its series ${seriesId} was left out` } };
    const start = `${seriesId} ${recurrenceId}`;
    if (takenStarts[at] || added.has(start))
      return { outcome: { problem: `its series ${seriesId} has another occurrence at ${recurrenceId}` } };
    added.add(id).add(start);
    return { occurrence: toOccurrence(of, row) };
  });
};

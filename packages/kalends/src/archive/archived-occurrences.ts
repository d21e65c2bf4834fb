import { isDeepStrictEqual } from "node:util";
import {
  type CalendarEvent,
  OCCURRENCES_PER_WRITE,
  type OccurrenceRow,
  type Repositories,
  type Store,
  toOccurrence,
  toOccurrenceRow,
} from "@kalends/core";
import { byId, type ImportLines, type Outcome, otherRecord, TAKEN } from "./import-lines.ts";

type Checked = { readonly occurrence: CalendarEvent } | { readonly outcome: Outcome };

/**
 * Takes occurrences over after their series, which are to be extended afterwards: what an archive says of how far they have come is not
 * looked at.
 */
export const importOccurrences =
  (store: Store): ImportLines =>
  (lines) =>
    store.transaction(async (unit) => {
      // `checkRecord` has looked at the rows.
      const rows = lines.map(({ record }) => record as OccurrenceRow);
      const checked = await checkRows(unit, rows);
      const added = checked.flatMap((one) => ("occurrence" in one ? [one.occurrence] : []));
      const refused = new Set<number>();
      for (let from = 0; from < added.length; from += OCCURRENCES_PER_WRITE) {
        const slice = added.slice(from, from + OCCURRENCES_PER_WRITE);
        for (const id of await unit.events.saveOccurrences(slice)) refused.add(id);
      }
      return checked.map((one): Outcome => {
        if ("outcome" in one) return one.outcome;
        return refused.has(one.occurrence.id) ? TAKEN : "added";
      });
    });

const checkRows = async (
  { events, kindOf }: Repositories,
  rows: readonly OccurrenceRow[],
): Promise<readonly Checked[]> => {
  const known = byId(await events.findMany(rows.map(({ id }) => id)));
  const seriesIds = new Set(rows.map(({ occurrence }) => occurrence.seriesId));
  const series = byId(await events.findMany([...seriesIds]));
  const [ids, starts] = [new Set<number>(), new Set<string>()];
  const check = async (row: OccurrenceRow): Promise<Checked> => {
    const { id, occurrence } = row;
    const { seriesId, recurrenceId } = occurrence;
    const start = `${seriesId} ${recurrenceId}`;
    const isRepeated = ids.has(id) || starts.has(start);
    ids.add(id);
    starts.add(start);
    const there = known.get(id);
    if (there?.occurrence !== undefined && isDeepStrictEqual(toOccurrenceRow(there), row))
      return { outcome: "unchanged" };
    if (there !== undefined || (await kindOf(id)) !== undefined) return { outcome: otherRecord(id) };
    const of = series.get(seriesId);
    const recurs = of?.recurrence !== undefined || occurrence.gone === "unwanted";
    if (of === undefined || of.occurrence !== undefined || !recurs)
      return { outcome: { problem: `its series ${seriesId} is not there` } };
    if (isRepeated || (await events.findOccurrence(seriesId, recurrenceId)) !== undefined)
      return { outcome: { problem: `its series ${seriesId} has another occurrence at ${recurrenceId}` } };
    return { occurrence: toOccurrence(of, row) };
  };
  return Promise.all(rows.map(check));
};

import type { Finding } from "../../ports/inspection.ts";
import { MERGED_KINDS, type MergedKind, mergedRecords } from "../../ports/repositories/merged-records.ts";
import type { Repositories } from "../../ports/store.ts";

/** Number of merged records that are read at once. */
const BATCH = 200;

type Checked = Pick<Repositories, "documents" | "venues" | "organizers" | "terms">;

/**
 * Checks that the target of each merged record exists, and that no record has the id of a merged one.
 * Source: rules/merging.md#tombstones.
 */
export async function* checkMerged(
  store: Checked & { transaction<T>(work: (unit: Checked) => Promise<T>): Promise<T> },
): AsyncGenerator<Finding> {
  for (const kind of MERGED_KINDS) {
    for (let key = ""; ; ) {
      const batch = await mergedRecords(store.documents).readAfter(kind, key, BATCH);
      const ids = batch.flatMap(({ record }) => [record.id, record.mergedInto]);
      const known = await existing(store, kind, ids);
      for (const { record } of batch) {
        const { id, mergedInto } = record;
        if (known.has(mergedInto) && !known.has(id)) continue;
        // The records may have changed since the batch was read, so they are read again in one transaction.
        const detail = await store.transaction((unit) => problemOf(unit, kind, id));
        if (detail === undefined) continue;
        const isTerm = kind === "category" || kind === "tag";
        yield { kind: "reference", record: { kind: isTerm ? "term" : kind, id }, detail };
      }
      const last = batch.at(-1);
      if (last === undefined || batch.length < BATCH) break;
      ({ key } = last);
    }
  }
}

const existing = async (
  { venues, organizers, terms }: Checked,
  kind: MergedKind,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  const found = new Set<number>();
  const wanted = [...new Set(ids)];
  for (let from = 0; from < wanted.length; from += BATCH) {
    const some = wanted.slice(from, from + BATCH);
    if (kind === "venue") for (const { id } of await venues.findMany(some)) found.add(id);
    else if (kind === "organizer") for (const { id } of await organizers.findMany(some)) found.add(id);
    else for (const { id, taxonomy } of await terms.findMany(some)) if (taxonomy === kind) found.add(id);
  }
  return found;
};

const problemOf = async (unit: Checked, kind: MergedKind, id: number): Promise<string | undefined> => {
  const mergedInto = (await mergedRecords(unit.documents).targetsOf(kind, [id])).get(id);
  if (mergedInto === undefined) return undefined;
  const known = await existing(unit, kind, [id, mergedInto]);
  if (known.has(id)) return `It is stored as merged into ${mergedInto}, but it exists. Report this as a bug.`;
  if (known.has(mergedInto)) return undefined;
  return `It was merged into the ${kind} ${mergedInto}, which does not exist. Its addresses find nothing.`;
};

import type { MergeRepository } from "../ports/repositories/merge-repository.ts";
import type { MergedKind } from "../ports/repositories/merged-records.ts";

/** Repository that finds records by their ids. */
interface Found<T> {
  findMany(ids: readonly number[]): Promise<readonly T[]>;
}

/**
 * Returns the records with these ids, by the requested id. For the id of a merged record it returns the
 * record into which that one was merged. Ids without a record are left out.
 * Source: rules/merging.md#references.
 */
export const findWithMerged = async <T extends { readonly id: number }>(
  repository: Found<T>,
  merges: Pick<MergeRepository, "targetsOf">,
  kinds: readonly MergedKind[],
  ids: readonly number[],
): Promise<ReadonlyMap<number, T>> => {
  const found = new Map((await repository.findMany(ids)).map((record) => [record.id, record]));
  const missing = ids.filter((id) => !found.has(id));
  // Only ids without a record are looked up, so that calendars without merged records read nothing more.
  if (missing.length === 0) return found;
  const all = await Promise.all(kinds.map((kind) => merges.targetsOf(kind, missing)));
  const targets = new Map(all.flatMap((targets) => [...targets]));
  if (targets.size === 0) return found;
  const records = new Map(
    (await repository.findMany([...new Set(targets.values())])).map((record) => [record.id, record]),
  );
  for (const [id, target] of targets) {
    const record = records.get(target);
    if (record !== undefined) found.set(id, record);
  }
  return found;
};

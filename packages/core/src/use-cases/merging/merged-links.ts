import type { MergeRepository } from "../../ports/repositories/merge-repository.ts";
import type { MergedKind } from "../../ports/repositories/merged-records.ts";

/** Records to which events are linked, with the targets of links to merged records. */
export interface LinkedRecords<T> {
  readonly records: readonly T[];
  /** Ids of the targets, by the ids of merged records to which events are still linked. */
  readonly targets: ReadonlyMap<number, number>;
}

const NO_TARGETS: ReadonlyMap<number, number> = new Map();

/**
 * Adds the targets of merged records to the records that were found for `ids`. A store may move links later
 * than it merges the records.
 * Source: rules/merging.md#events.
 */
export const withMergeTargets = async <T extends { readonly id: number }>(
  found: readonly T[],
  ids: ReadonlySet<number>,
  repository: { findMany(ids: readonly number[]): Promise<readonly T[]> },
  merges: Pick<MergeRepository, "targetsOf">,
  kinds: readonly MergedKind[],
): Promise<LinkedRecords<T>> => {
  // All records were found: this is the case for almost every event.
  if (found.length === ids.size) return { records: found, targets: NO_TARGETS };
  const known = new Set(found.map(({ id }) => id));
  const missing = [...ids].filter((id) => !known.has(id));
  const all = await Promise.all(kinds.map((kind) => merges.targetsOf(kind, missing)));
  const targets = new Map(all.flatMap((some) => [...some]));
  const added = [...new Set(targets.values())].filter((id) => !known.has(id));
  const records = added.length === 0 ? found : [...found, ...(await repository.findMany(added))];
  return { records, targets };
};

/**
 * Replaces the ids of merged records by those of their targets (`targets`). If there are targets, also
 * removes duplicates.
 */
export const resolveLinks = (
  ids: readonly number[],
  targets: ReadonlyMap<number, number>,
): readonly number[] => (targets.size === 0 ? ids : [...new Set(ids.map((id) => targets.get(id) ?? id))]);

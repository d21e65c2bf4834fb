import type { MergedKind, MergedRecords } from "./merged-records.ts";

/** Merge of records into a target of the same kind. The target is not one of the sources. */
export interface Merge {
  readonly kind: MergedKind;
  readonly targetId: number;
  /** Ids of the sources, without duplicates, from 1 to `MAX_MERGED`. All of them exist. */
  readonly sourceIds: readonly number[];
}

/** Maximum number of sources in one merge. Source: rules/merging.md#merge. */
export const MAX_MERGED = 50;

/**
 * Port that merges venues, organizers and terms, and finds the target of a merged record.
 *
 * - A merged record exists in no other repository. Its id and slug stay taken.
 * - `mergedRecords` stores its id, slug and target in documents, so that archives contain them.
 */
export interface MergeRepository extends Pick<MergedRecords, "targetsOf" | "targetOfSlug"> {
  /**
   * Moves every link to a source, of events of any status and in the own values of occurrences, to the
   * target, and removes the sources.
   *
   * - An event with links to several of these records gets one link to the target, at the first of their
   *   positions.
   * - `modified` stays unchanged. The `revision` of each changed record increases; for an occurrence, its own
   *   revision.
   * - Child categories of a source move below the target.
   * - Records that were merged into a source earlier lead to the target from now on.
   * - A store may move the links of events later, if its reads return the target meanwhile.
   */
  merge(merge: Merge): Promise<void>;
  /**
   * Moves links that `merge` has left for later, at most a portion of them. Returns true if more are left.
   * Any process may call it at any time. Absent if `merge` moves everything at once.
   */
  movePortion?(): Promise<boolean>;
  /** True if links are left for `movePortion`. Absent if `movePortion` is absent. */
  hasPortions?(): Promise<boolean>;
}

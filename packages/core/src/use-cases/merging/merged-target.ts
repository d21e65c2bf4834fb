import { CalendarError } from "../../errors.ts";
import type { FoundRecord } from "../../operation.ts";
import type { MergeRepository } from "../../ports/repositories/merge-repository.ts";
import type { MergedKind } from "../../ports/repositories/merged-records.ts";

/** Returns the id of the record into which the record with this id or slug was merged. */
export const mergeTarget = async (
  kind: MergedKind,
  key: number | string,
  merges: Pick<MergeRepository, "targetsOf" | "targetOfSlug">,
): Promise<number | undefined> =>
  typeof key === "string" ? merges.targetOfSlug(kind, key) : (await merges.targetsOf(kind, [key])).get(key);

/**
 * Throws `rest_record_merged` if the path names a merged record. `current` is the record that a write would
 * change. It differs from the record in `found` if that record was merged since then.
 * Source: rules/merging.md#delete-merged.
 */
export const requireUnmerged = <R extends { readonly id: number }>(
  found: FoundRecord<R> | undefined,
  current: R,
): void => {
  if (found?.isMerged || found?.record?.id !== current.id) throw new CalendarError("rest_record_merged");
};

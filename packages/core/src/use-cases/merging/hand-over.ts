import { toExternalIds, type WithExternalIds } from "../../model/external-id.ts";
import { without } from "../../model/members.ts";
import type { Merge } from "../../ports/repositories/merge-repository.ts";
import type { MergedKind } from "../../ports/repositories/merged-records.ts";
import type { Repositories } from "../../ports/store.ts";
import { type ImportedList, importedRecords } from "../imports/imported-records.ts";

const LISTS: Readonly<Record<MergedKind, ImportedList>> = {
  venue: "venues",
  organizer: "organizers",
  category: "categories",
  tag: "tags",
};

/**
 * Returns the target with the external ids of the sources, even if they are more than a request body may
 * contain. Store it after the sources are removed.
 * Source: rules/merging.md#external-ids.
 */
export const withExternalIdsOf = <R extends WithExternalIds>(
  target: R,
  sources: readonly WithExternalIds[],
): R => ({
  ...without<WithExternalIds, R>(target, "externalIds"),
  ...toExternalIds([target, ...sources].flatMap(({ externalIds = [] }) => externalIds)),
});

/**
 * Changes the entries of the sources in `ImportedRecords`, so that imports find the target instead of the
 * sources. The changed entries have an empty `base`, so imports never change the target because of them.
 * Source: rules/merging.md#imports.
 */
export const handOver = async (
  { kind, targetId, sourceIds }: Merge,
  { documents }: Pick<Repositories, "documents">,
): Promise<void> => {
  const memory = importedRecords(documents);
  for (const id of sourceIds) {
    for (;;) {
      const known = await memory.findById(LISTS[kind], id);
      for (const record of known) await memory.save({ ...record, id: targetId, base: "" });
      if (known.length === 0) break;
    }
  }
};

import { type ImportedList, importedRecords, type Repositories } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { isDetached } from "./content-digest.ts";
import { storageOf } from "./record-storage.ts";

/** Maximum number of records to track until the end of their list. Further records keep their suffix. */
const MAX_KEPT = 10_000;

/** Tracks records whose local slug has a suffix because another record uses the original slug. */
export interface SuffixedSlugs {
  note(list: ImportedList, identity: string): void;
  /**
   * Gives the tracked records their original slugs if these are now free. Returns the number of changed
   * records.
   */
  reclaim(): Promise<number>;
}

/**
 * Creates the tracker for slugs with a suffix. If two records swap slugs at the source, the first update must
 * use a slug with a suffix. After both updates, the tracker replaces this slug by the original one.
 * Source: rules/choices.md#import-ids.
 */
export const createSuffixedSlugs = (store: Store): SuffixedSlugs => {
  let noted: (readonly [list: ImportedList, identity: string])[] = [];
  return {
    note(list, identity) {
      if (noted.length < MAX_KEPT) noted.push([list, identity]);
    },
    async reclaim() {
      const all = noted;
      noted = [];
      let count = 0;
      for (const [list, identity] of all) {
        if (!(await mayReclaim(list, identity, store))) continue;
        const isDone = await store.transaction(async (unit) => {
          const found = await mayReclaim(list, identity, unit);
          if (found === undefined) return false;
          const { ourSlug: _, ...known } = found.known;
          const storage = storageOf(list, unit);
          if (!(await storage.save({ ...found.ours, slug: known.slug }))) return false;
          await importedRecords(unit.documents).save(known);
          return true;
        });
        if (isDone) count += 1;
      }
      return count;
    },
  };
};

/** Returns the record if nobody changed its suffixed slug and its original slug is free. */
const mayReclaim = async (list: ImportedList, identity: string, repositories: Repositories) => {
  const known = await importedRecords(repositories.documents).find(list, identity);
  // Skip records that were not created by an import: they stay unchanged.
  if (known?.ourSlug === undefined || known.base === "" || known.slug === "") return undefined;
  const storage = storageOf(list, repositories);
  const ours = await storage.find(known.id);
  if (ours === undefined || isDetached(ours) || ours.slug !== known.ourSlug) return undefined;
  // Occurrences share the slug of their series.
  if ("occurrence" in ours || "recurrence" in ours) return undefined;
  return (await storage.findBySlug(known.slug)) === undefined ? { known, ours } : undefined;
};

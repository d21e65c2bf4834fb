import { type ImportedList, importedRecords, type Repositories } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { storageOf } from "./record-storage.ts";

/** Maximum number of records remembered until the end of their list. */
const MAX_KEPT = 10_000;

/** Records whose slug has a suffix because another record uses the slug. */
export interface SuffixedSlugs {
  note(list: ImportedList, identity: string): void;
  /**
   * Assigns the original slugs that have become free to the noted records; returns the number of changed
   * records.
   */
  reclaim(): Promise<number>;
}

/**
 * Creates the tracker for suffixed slugs. Two records that exchange their slugs get them only after both were
 * updated.
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

/** Returns the record if it still has the suffixed slug and its original slug is free. */
const mayReclaim = async (list: ImportedList, identity: string, repositories: Repositories) => {
  const known = await importedRecords(repositories.documents).find(list, identity);
  // Records that existed before an import stay unchanged.
  if (known?.ourSlug === undefined || known.base === "" || known.slug === "") return undefined;
  const storage = storageOf(list, repositories);
  const ours = await storage.find(known.id);
  if (ours === undefined || ours.slug !== known.ourSlug) return undefined;
  // Occurrences have the slugs of their series.
  if ("occurrence" in ours || "recurrence" in ours) return undefined;
  return (await storage.findBySlug(known.slug)) === undefined ? { known, ours } : undefined;
};

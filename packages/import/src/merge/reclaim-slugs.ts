import { type ImportedList, importedRecords, type Repositories, type Store } from "@kalends/core";
import { keeperOf } from "./keepers.ts";

/** Records with a suffix that are kept in mind until the end of their list. */
const MOST_KEPT = 10_000;

/** Records whose slug got a suffix because another record had it. */
export interface SuffixedSlugs {
  note(list: ImportedList, identity: string): void;
  /** Gives the noted records the slugs of their source that are free by now; returns how many. */
  reclaim(): Promise<number>;
}

/** Two records that exchange their slugs get them only once both were updated. Source: rules/choices.md#import-ids. */
export const createSuffixedSlugs = (store: Store): SuffixedSlugs => {
  let noted: (readonly [list: ImportedList, identity: string])[] = [];
  return {
    note(list, identity) {
      if (noted.length < MOST_KEPT) noted.push([list, identity]);
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
          const keeper = keeperOf(list, unit);
          if (!(await keeper.save({ ...found.ours, slug: known.slug }))) return false;
          await importedRecords(unit.documents).save(known);
          return true;
        });
        if (isDone) count += 1;
      }
      return count;
    },
  };
};

/** The record, if it still has the slug that an import gave it and the one of its source is free. */
const mayReclaim = async (list: ImportedList, identity: string, repositories: Repositories) => {
  const known = await importedRecords(repositories.documents).find(list, identity);
  // Records that were here before an import stay as they are.
  if (known?.ourSlug === undefined || known.base === "" || known.slug === "") return undefined;
  const keeper = keeperOf(list, repositories);
  const ours = await keeper.find(known.id);
  if (ours === undefined || ours.slug !== known.ourSlug) return undefined;
  // Occurrences have the slugs of their series.
  if ("occurrence" in ours || "recurrence" in ours) return undefined;
  return (await keeper.findBySlug(known.slug)) === undefined ? { known, ours } : undefined;
};

import { type ImportedList, importedRecords, type Post, type Repositories, withSuffix } from "@kalends/core";
import type { OwnRecords } from "./content-digest.ts";
import type { Keeper } from "./keepers.ts";
import type { WantedRecord } from "./settle-record.ts";

/** Slugs that are looked at: a record of an import has its own, or one with a suffix. */
const MOST_SUFFIXES = 20;

/**
 * The record that an import of a version took over that remembered only global ids and ids: it has the id or the slug of the source,
 * or that slug with a number. Source: rules/choices.md#import-lineage.
 */
export const findAdopted = async <List extends ImportedList>(
  { list, record }: WantedRecord<List>,
  keeper: Keeper<OwnRecords[List]>,
  { documents }: Repositories,
): Promise<OwnRecords[List] | undefined> => {
  if (!("lineage" in record) || record.lineage.length === 0) return undefined;
  const isSame = async (found: OwnRecords[List] | undefined): Promise<boolean> =>
    found !== undefined &&
    "lineage" in found &&
    found.lineage[0] === record.lineage[0] &&
    idAtSource(found) === record.id &&
    (await importedRecords(documents).findById(list, found.id)).length === 0;
  const byId = record.id > 0 ? await keeper.find(record.id) : undefined;
  if (await isSame(byId)) return byId;
  if (record.slug === "") return undefined;
  for (let number = 1; number <= MOST_SUFFIXES; number += 1) {
    const slug = number === 1 ? record.slug : withSuffix(record.slug, `-${number}`);
    const bySlug = await keeper.findBySlug(slug);
    if (bySlug === undefined) return undefined;
    if (await isSame(bySlug)) return bySlug;
  }
  return undefined;
};

/** Before ids of sources were kept, they were the ones in the global ids. */
const idAtSource = ({ lineage: [globalId = ""], sourceId }: Post): number =>
  sourceId ?? Number(/[?&]id=(\d+)/.exec(globalId)?.[1] ?? 0);

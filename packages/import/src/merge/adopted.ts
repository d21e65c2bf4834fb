import { type ImportedList, importedRecords, type Post, type Repositories } from "@kalends/core";
import { withSuffix } from "@kalends/core/storage";
import type { WantedRecord } from "./apply-record.ts";
import type { OwnRecords } from "./content-digest.ts";
import type { RecordStorage } from "./record-storage.ts";

/**
 * Maximum number of slugs to check: the slug at the source, and the same slug with the suffixes `-2` to
 * `-20`.
 */
const MAX_SUFFIXES = 20;

/**
 * Finds a local record that an old version of Kalends imported from this source record. Old versions stored
 * only global ids and source ids. The record is looked up by source id, then by slug with and without numeric
 * suffix.
 * Source: rules/choices.md#import-lineage.
 */
export const findAdopted = async <List extends ImportedList>(
  { list, record }: WantedRecord<List>,
  storage: RecordStorage<OwnRecords[List]>,
  { documents }: Repositories,
): Promise<OwnRecords[List] | undefined> => {
  if (!("lineage" in record) || record.lineage.length === 0) return undefined;
  const isSame = async (found: OwnRecords[List] | undefined): Promise<boolean> =>
    found !== undefined &&
    "lineage" in found &&
    found.lineage[0] === record.lineage[0] &&
    idAtSource(found) === record.id &&
    (await importedRecords(documents).findById(list, found.id)).length === 0;
  const byId = record.id > 0 ? await storage.find(record.id) : undefined;
  if (await isSame(byId)) return byId;
  if (record.slug === "") return undefined;
  for (let number = 1; number <= MAX_SUFFIXES; number += 1) {
    const slug = number === 1 ? record.slug : withSuffix(record.slug, `-${number}`);
    const bySlug = await storage.findBySlug(slug);
    if (bySlug === undefined) return undefined;
    if (await isSame(bySlug)) return bySlug;
  }
  return undefined;
};

/**
 * Returns the source id of a local record. If an old version did not store the id, it is parsed from the
 * global id.
 */
const idAtSource = ({ lineage: [globalId = ""], sourceId }: Post): number =>
  sourceId ?? Number(/[?&]id=(\d+)/.exec(globalId)?.[1] ?? 0);

import type { DocumentRepository } from "./document-repository.ts";

/** Kind of record that can be merged into another record of the same kind. */
export type MergedKind = "venue" | "organizer" | "category" | "tag";

/** Id, slug and target of a record that was merged into another one. */
export type MergedRecord = {
  readonly kind: MergedKind;
  /** Id of the merged record. No record gets it again. */
  readonly id: number;
  /**
   * Id of the target: the record that remains after the merge. The target exists and is not merged itself.
   */
  readonly mergedInto: number;
  /** Slug of the merged record, which no other record gets. Absent if the record was in the trash. */
  readonly slug?: string;
};

/**
 * Repository of merged records, stored as documents, so that archives contain them.
 * Source: rules/merging.md#tombstones.
 */
export interface MergedRecords {
  /**
   * Returns the target ids of merged records, by the ids of the merged records. Ids of other records are left
   * out.
   */
  targetsOf(kind: MergedKind, ids: Iterable<number>): Promise<ReadonlyMap<number, number>>;
  /**
   * Returns the id of the target of the merged record with this slug. Returns `undefined` if no merged record
   * has it.
   */
  targetOfSlug(kind: MergedKind, slug: string): Promise<number | undefined>;
  save(record: MergedRecord): Promise<void>;
  /** Makes `targetId` the target of all records that were merged into `from`. */
  redirect(kind: MergedKind, from: number, targetId: number): Promise<void>;
  /** Removes a merged record for good. Returns false if it does not exist. */
  remove(kind: MergedKind, id: number): Promise<boolean>;
  /**
   * Removes all records that were merged into this one for good, and returns their ids. Call it if the target
   * is removed for good.
   */
  removeSourcesOf(kind: MergedKind, targetId: number): Promise<readonly number[]>;
  /**
   * Returns at most `limit` merged records of a kind whose keys come after `key`, in the order of keys. A key
   * is the id of the merged record as text; `""` comes before all keys.
   */
  readAfter(
    kind: MergedKind,
    key: string,
    limit: number,
  ): Promise<readonly { readonly key: string; readonly record: MergedRecord }[]>;
}

export const MERGED_KINDS: readonly MergedKind[] = ["venue", "organizer", "category", "tag"];

/** Returns the collection of a kind. It belongs to the calendar itself; no plugin can use this name. */
export const mergedCollection = (kind: MergedKind): string =>
  `kalends/merged-${kind === "category" ? "categories" : `${kind}s`}`;

/** Number of merged records that are redirected at once. */
const BATCH = 100;

const toRecord = (kind: MergedKind, key: string, value: object): MergedRecord =>
  // The type is safe, because only `save` writes these values.
  ({ kind, id: Number(key), ...value }) as MergedRecord;

/** Creates the repository on the documents of a store or of a unit of work. */
export const mergedRecords = (documents: DocumentRepository): MergedRecords => {
  const into = async (
    kind: MergedKind,
    targetId: number,
    limit: number,
  ): Promise<readonly MergedRecord[]> => {
    const range = { equals: targetId };
    const query = { collection: mergedCollection(kind), member: "mergedInto", range, limit };
    return (await documents.list(query)).map(({ key, value }) => toRecord(kind, key, value));
  };
  const save = ({ kind, id, mergedInto, slug }: MergedRecord): Promise<void> =>
    documents.save({
      collection: mergedCollection(kind),
      key: String(id),
      value: { mergedInto, ...(slug !== undefined && { slug }) },
    });
  const remove = (kind: MergedKind, id: number): Promise<boolean> =>
    documents.remove(mergedCollection(kind), String(id));
  return {
    async targetsOf(kind, ids) {
      const collection = mergedCollection(kind);
      const found = await Promise.all(
        [...new Set(ids)].map(async (id) => [id, await documents.find(collection, String(id))] as const),
      );
      return new Map(
        found.flatMap(([id, value]) => (value === undefined ? [] : [[id, Number(value.mergedInto)]])),
      );
    },
    async targetOfSlug(kind, slug) {
      const query = { collection: mergedCollection(kind), member: "slug", range: { equals: slug }, limit: 1 };
      const [found] = await documents.list(query);
      return found && Number(found.value.mergedInto);
    },
    save,
    async redirect(kind, from, targetId) {
      for (;;) {
        const found = await into(kind, from, BATCH);
        for (const record of found) await save({ ...record, mergedInto: targetId });
        if (found.length < BATCH) return;
      }
    },
    remove,
    async removeSourcesOf(kind, targetId) {
      const removed: number[] = [];
      for (;;) {
        const found = await into(kind, targetId, BATCH);
        for (const { id } of found) await remove(kind, id);
        removed.push(...found.map(({ id }) => id));
        if (found.length < BATCH) return removed;
      }
    },
    async readAfter(kind, key, limit) {
      const beyond = key === "" ? {} : { beyond: { key } };
      const found = await documents.list({ collection: mergedCollection(kind), limit, ...beyond });
      return found.map((one) => ({ key: one.key, record: toRecord(kind, one.key, one.value) }));
    },
  };
};

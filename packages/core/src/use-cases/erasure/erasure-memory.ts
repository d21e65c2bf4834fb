import type { DocumentRepository } from "../../ports/repositories/document-repository.ts";
import type { ImportedList } from "../imports/imported-records.ts";

/** Kinds that can be erased permanently; images only with the record that showed them. */
export type Erasable = "account" | "venue" | "organizer" | "image";

/** State of an erasure after its record was destroyed. */
export type Erasure = {
  readonly isDone: boolean;
  /** Image that only this record showed, and its files. */
  readonly imageId?: number;
  readonly files?: readonly string[];
};

/**
 * Memory of erased records, without their content. It is stored as documents of the calendar, so that no
 * import restores them.
 * Source: rules/choices.md#erasure-memory.
 */
export interface ErasureMemory {
  find(kind: Erasable, id: number): Promise<Erasure | undefined>;
  save(kind: Erasable, id: number, erasure: Erasure): Promise<void>;
  /** Returns true if a record of any kind with this id was erased. The id is not assigned again. */
  hasRecord(id: number): Promise<boolean>;
  /**
   * Returns true if the source record with this digest was erased: see `identityDigest` of `@kalends/import`.
   */
  hasIdentity(list: ImportedList, digest: string): Promise<boolean>;
  saveIdentity(list: ImportedList, digest: string): Promise<void>;
}

/** Collection of the calendar itself: no plugin has this name. */
const COLLECTION = "kalends/erased";

/** Returns the key of an erasure. All record kinds share one id sequence. */
const toKey = (kind: Erasable, id: number): string => `${kind === "account" ? kind : "record"} ${id}`;
const toIdentityKey = (list: ImportedList, digest: string): string => `imported ${list} ${digest}`;

/** Creates the memory on the documents of a store or of a unit of work. */
export const erasureMemory = (documents: DocumentRepository): ErasureMemory => ({
  async find(kind, id) {
    const value = await documents.find(COLLECTION, toKey(kind, id));
    if (value?.kind !== kind) return undefined;
    const { kind: _kind, ...erasure } = value;
    // `save` has written it.
    return erasure as Erasure;
  },
  save: (kind, id, erasure) =>
    documents.save({
      collection: COLLECTION,
      key: toKey(kind, id),
      value: { kind, ...erasure },
    }),
  hasRecord: async (id) => (await documents.find(COLLECTION, toKey("venue", id))) !== undefined,
  hasIdentity: async (list, digest) =>
    (await documents.find(COLLECTION, toIdentityKey(list, digest))) !== undefined,
  saveIdentity: (list, digest) =>
    documents.save({ collection: COLLECTION, key: toIdentityKey(list, digest), value: {} }),
});

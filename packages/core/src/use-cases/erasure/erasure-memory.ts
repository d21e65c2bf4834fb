import type { DocumentRepository } from "../../ports/repositories/document-repository.ts";
import type { ImportedList } from "../imports/imported-records.ts";

/**
 * Kinds of data that can be erased permanently. An image can be erased only together with the record that
 * showed it.
 */
export type Erasable = "account" | "venue" | "organizer" | "image";

/** State of an erasure whose record is already destroyed, with the work that remains. */
export type Erasure = {
  readonly isDone: boolean;
  /** Image that only the erased record showed. Its files must still be removed. */
  readonly imageId?: number;
  readonly files?: readonly string[];
  /**
   * Ids of records that were merged into the erased one. Stored data about these records, such as outbox
   * entries, must still be erased.
   */
  readonly merged?: readonly number[];
};

/**
 * Repository of erased records, which stores their ids and digests without their content. Imports use it, so
 * that they do not restore erased records. Entries are stored as documents of the calendar.
 * Source: rules/choices.md#erasure-memory.
 */
export interface ErasureMemory {
  find(kind: Erasable, id: number): Promise<Erasure | undefined>;
  save(kind: Erasable, id: number, erasure: Erasure): Promise<void>;
  /** True if a record with this id was erased, of any kind. Such an id is never assigned again. */
  hasRecord(id: number): Promise<boolean>;
  /**
   * True if the record with this digest at an import source was erased: see `identityDigest` of
   * `@kalends/import`.
   */
  hasIdentity(list: ImportedList, digest: string): Promise<boolean>;
  saveIdentity(list: ImportedList, digest: string): Promise<void>;
}

/** Name of the collection of erased records; no plugin can use this name. */
const COLLECTION = "kalends/erased";

/** Returns the key of an erasure. Records of all kinds share a prefix, because they share one id sequence. */
const toKey = (kind: Erasable, id: number): string => `${kind === "account" ? kind : "record"} ${id}`;
const toIdentityKey = (list: ImportedList, digest: string): string => `imported ${list} ${digest}`;

/** Creates the repository on the documents of a store or of a unit of work. */
export const erasureMemory = (documents: DocumentRepository): ErasureMemory => ({
  async find(kind, id) {
    const value = await documents.find(COLLECTION, toKey(kind, id));
    if (value?.kind !== kind) return undefined;
    const { kind: _kind, ...erasure } = value;
    // The type is safe, because only `save` writes these values.
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

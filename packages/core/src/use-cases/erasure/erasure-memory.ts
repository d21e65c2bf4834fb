import type { DocumentRepository } from "../../ports/repositories/document-repository.ts";
import type { ImportedList } from "../imports/imported-records.ts";

/** What can be destroyed for good; images with the record that showed them. */
export type Erasable = "account" | "venue" | "organizer" | "image";

/** What is still to be done after a record was destroyed. */
export type Erasure = {
  readonly isDone: boolean;
  /** Of the image that only this record showed, and its files. */
  readonly imageId?: number;
  readonly files?: readonly string[];
};

/**
 * What was destroyed here, without anything of its content: kept as documents of the calendar, so that no import brings it back.
 * Source: rules/choices.md#erasure-memory.
 */
export interface ErasureMemory {
  find(kind: Erasable, id: number): Promise<Erasure | undefined>;
  save(kind: Erasable, id: number, erasure: Erasure): Promise<void>;
  /** Whether a record of any kind with this id was destroyed: no other one gets it. */
  hasRecord(id: number): Promise<boolean>;
  /** Whether the record of a source that has this digest was destroyed: see `identityDigest` of `@kalends/import`. */
  hasIdentity(list: ImportedList, digest: string): Promise<boolean>;
  saveIdentity(list: ImportedList, digest: string): Promise<void>;
}

/** Of the calendar itself: no plugin has this name. */
const COLLECTION = "kalends/erased";

/** Records have their ids in common. */
const toKey = (kind: Erasable, id: number): string => `${kind === "account" ? kind : "record"} ${id}`;
const toIdentityKey = (list: ImportedList, digest: string): string => `imported ${list} ${digest}`;

/** Over the documents of a store, or of a unit of work. */
export const erasureMemory = (documents: DocumentRepository): ErasureMemory => ({
  async find(kind, id) {
    const value = await documents.find(COLLECTION, toKey(kind, id));
    if (value?.kind !== kind) return undefined;
    const { kind: _kind, ...erasure } = value;
    // As `save` has written it.
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

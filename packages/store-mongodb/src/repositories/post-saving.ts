import type { Post } from "@kalends/core";
import { claimsSlug, externalIdTaken } from "@kalends/core/storage";
import type { AnyBulkWriteOperation, Document, WithId } from "mongodb";
import { type Access, collectionOf, type StoredDocument } from "../database/collections.ts";
import type { EventDocument, KeyDocument } from "../database/documents.ts";
import { toTouch } from "../transactions/locks.ts";
import type { Outcome } from "../transactions/session.ts";
import {
  findKeys,
  isOtherKind,
  toExternalKeyIds,
  toHold,
  toInsert,
  toKeyId,
  toRecordKeyId,
} from "../transactions/unique-keys.ts";

/** Members of the stored record that are read before it is replaced. */
export type Old = Pick<EventDocument, "slug" | "imageId" | "externalIds"> & {
  readonly derived: Pick<EventDocument["derived"], "claimsSlug">;
};

type Saved<D> = D & { readonly _id: number };

/** Functions that store records of one kind. */
export interface PostSaving<T extends Post, D extends Old> {
  readonly kind: "event" | "venue" | "organizer";
  readonly collection: "events" | "venues" | "organizers";
  /** Projection for reading the stored document before it is replaced. */
  readonly old: Document;
  toDocument(record: T, old: D | null): Saved<D>;
  /** Returns the locks of the records to which a record is newly linked. */
  locksOf(access: Access, record: T, old: D | null): readonly string[];
  /** Writes other data that depends on the stored records. */
  noteChanges?(access: Access, changes: readonly PostChange<T, D>[]): Promise<void>;
}

export interface PostChange<T, D> {
  readonly record: T;
  readonly old: D | null;
}

/**
 * Number of new records from which their keys are inserted with a separate command. For fewer records, single
 * updates are faster.
 */
const MANY = 20;

/**
 * Stores several records with a few commands, with the same effect as one after another. The result of a
 * record is false if another record has its slug. It is an error if another record has one of its unique
 * external ids, or if the id belongs to another kind. In all cases the record is not stored.
 */
export const savePosts = async <T extends Post, D extends Old>(
  access: Access,
  { kind, collection, old: projection, toDocument, locksOf, noteChanges }: PostSaving<T, D>,
  records: readonly T[],
): Promise<readonly Outcome<boolean>[]> => {
  const { keys, reading, writing, isTransaction } = access;
  const posts = collectionOf(access, collection);
  const nameOf = ({ slug }: Pick<Post, "slug">): string => toKeyId({ kind, name: slug });
  const externalOf = (record: Pick<Post, "externalIds">): readonly string[] => toExternalKeyIds(kind, record);
  const found = new Map(
    await findKeys(
      access,
      records.flatMap((record) => [
        toRecordKeyId(record.id),
        ...(claimsSlug(record) ? [nameOf(record)] : []),
        ...externalOf(record),
      ]),
    ),
  );
  const stored = records.map(({ id }) => id).filter((id) => found.has(toRecordKeyId(id)));
  const olds = new Map<number, D>();
  if (stored.length > 0) {
    const cursor = posts.find<Saved<D>>({ _id: { $in: stored } }, { ...reading, projection });
    for (const document of await cursor.toArray()) olds.set(document._id, document);
  }

  const isKnown = new Set(stored);
  const updates: AnyBulkWriteOperation<KeyDocument>[] = [];
  const inserts = new Map<string, KeyDocument>();
  // New records free no keys, so no other record of the batch can depend on a freed key.
  const areNew = isTransaction && stored.length === 0 && records.length >= MANY;
  const insert = (key: KeyDocument): void => {
    found.set(key._id, key);
    // A key that is inserted and freed in the same batch needs an update, which runs after all inserts.
    if (areNew && !inserts.has(key._id)) inserts.set(key._id, key);
    else updates.push(toInsert(key));
  };
  const locks = new Set<string>();
  const changes: PostChange<T, D>[] = [];
  const documents = new Map<number, Saved<D>>();
  const isOthers = (key: string, id: number): boolean => {
    const holder = found.get(key)?.holder;
    return holder !== undefined && holder !== id;
  };
  /** Reserves keys that no other record has, and frees those that the record no longer needs. */
  const hold = (id: number, wanted: readonly string[], held: readonly string[]): void => {
    for (const key of wanted.filter((one) => !held.includes(one)))
      if (found.has(key)) {
        updates.push(toHold(key, id));
        found.set(key, { _id: key, holder: id });
      } else insert({ _id: key, holder: id });
    for (const key of held.filter((one) => !wanted.includes(one))) {
      updates.push({ deleteOne: { filter: { _id: key, holder: id } } });
      found.delete(key);
    }
  };
  const save = (record: T): Outcome<boolean> => {
    const { id } = record;
    const key = found.get(toRecordKeyId(id));
    if (key !== undefined && key.kind !== kind) return { error: isOtherKind(id, kind, key) };
    const old = olds.get(id) ?? null;
    const [isUnique, name, external] = [claimsSlug(record), nameOf(record), externalOf(record)];
    if (isUnique && isOthers(name, id)) return { value: false };
    if (external.some((one) => isOthers(one, id))) return { error: externalIdTaken() };
    const held = old?.derived.claimsSlug === true ? [nameOf(old)] : [];
    hold(id, [...(isUnique ? [name] : []), ...external], [...held, ...(old === null ? [] : externalOf(old))]);
    if (key === undefined) insert({ _id: toRecordKeyId(id), kind });
    for (const lock of locksOf(access, record, old)) locks.add(lock);
    // A transaction that searches for a free slug must conflict with transactions that reserve it.
    if (isTransaction && !isUnique && record.slug !== "" && record.slug !== old?.slug) locks.add(name);
    const document = toDocument(record, old);
    olds.set(id, document);
    documents.set(id, document);
    changes.push({ record, old });
    return { value: true };
  };
  const outcomes = records.map(save);
  if (changes.length === 0) return outcomes;

  const all = [
    ...[...inserts.values()].map((document) => ({ insertOne: { document } })),
    ...updates,
    ...[...locks].map(toTouch),
  ];
  if (all.length > 0) await keys.bulkWrite(all, writing);
  const added = [...documents].filter(([id]) => !isKnown.has(id));
  const replaced = [...documents].filter(([id]) => isKnown.has(id));
  if (added.length > 0)
    await posts.insertMany(
      added.map(([, document]) => document),
      writing,
    );
  if (replaced.length > 0)
    await posts.bulkWrite(
      replaced.map(([_id, document]) => ({
        replaceOne: { filter: { _id }, replacement: withoutId(document), upsert: true },
      })),
      writing,
    );
  await noteChanges?.(access, changes);
  return outcomes;
};

const withoutId = (document: object): StoredDocument => {
  const { _id, ...members } = document as WithId<Document>;
  return members as StoredDocument;
};

import {
  externalIdKey,
  externalIdTaken,
  isUniqueSource,
  type RecordKind,
  type WithExternalIds,
} from "@kalends/core/storage";
import type { AnyBulkWriteOperation } from "mongodb";
import type { Access } from "../database/collections.ts";
import type { KeyDocument } from "../database/documents.ts";

/** Key that only one record of a kind may have. */
export interface UniqueKey {
  readonly kind: "event" | "venue" | "organizer" | "category" | "tag" | "account";
  /** Slug of a record, or folded name of an account. */
  readonly name: string;
}

interface KeyChange {
  readonly wanted?: UniqueKey | undefined;
  /** Key that the record has now. */
  readonly held?: UniqueKey | undefined;
  /** Keys of the external ids that the record will have: see `toExternalKeyIds`. */
  readonly wantedExternal?: readonly string[];
  /** Keys of the external ids that the record has now. */
  readonly heldExternal?: readonly string[];
  /** Kind of the record, if it is new. Its id is then reserved as a key too. */
  readonly kind?: RecordKind | undefined;
}

export const toKeyId = ({ kind, name }: UniqueKey): string => `${kind}/${name}`;
/** Prefix of the keys of external ids. The kind of the record follows. */
export const EXTERNAL = "external/";

/** Returns the keys of the record's external ids that no other record of its kind may have. */
export const toExternalKeyIds = (
  kind: Exclude<UniqueKey["kind"], "account">,
  { externalIds = [] }: WithExternalIds,
): readonly string[] =>
  externalIds
    .filter(({ source }) => isUniqueSource(source))
    .map((externalId) => `${EXTERNAL}${kind}/${externalIdKey(externalId)}`);

/**
 * Returns the `kind` that a storage inspection reports (`Finding`) for a wrong unique key: `external-id` for a
 * key of an external id, `slug` for one of a slug or name.
 */
export const kindOfKey = (keyId: string): "external-id" | "slug" =>
  keyId.startsWith(EXTERNAL) ? "external-id" : "slug";

export const toRecordKeyId = (id: number): string => `record/${id}`;

/** Existing documents of these keys. */
type FoundKeys = ReadonlyMap<string, KeyDocument>;

export const findKeys = async ({ keys, reading }: Access, ids: readonly string[]): Promise<FoundKeys> => {
  if (ids.length === 0) return new Map();
  const found = await keys
    .find({ _id: { $in: [...new Set(ids)] } }, { ...reading, batchSize: ids.length + 1 })
    .toArray();
  return new Map(found.map((key) => [key._id, key]));
};

/**
 * Reserves the new keys of a record and frees its old keys. Keys are unique because they are the `_id` of
 * their documents; this works with any sharding.
 * If another record has the slug, returns false and changes nothing. If another record has an external id, or
 * the id belongs to another kind, throws and changes nothing. Two transactions that reserve the same key
 * conflict.
 */
export const reserveKeys = async (
  access: Access,
  id: number,
  { wanted, held, wantedExternal = [], heldExternal = [], kind }: KeyChange,
): Promise<boolean> => {
  const { keys, writing } = access;
  const [wantedId, heldId] = [wanted && toKeyId(wanted), held && toKeyId(held)];
  const nameId = wantedId === heldId ? undefined : wantedId;
  const recordId = kind && toRecordKeyId(id);
  const found = await findKeys(
    access,
    [nameId, recordId, ...wantedExternal].filter((keyId) => keyId !== undefined),
  );
  const isOthers = (key: KeyDocument | undefined): boolean => key?.holder !== undefined && key.holder !== id;
  const record = recordId === undefined ? undefined : found.get(recordId);
  if (kind !== undefined && record !== undefined && record.kind !== kind) throw isOtherKind(id, kind, record);
  if (nameId !== undefined && isOthers(found.get(nameId))) return false;
  if (wantedExternal.some((keyId) => isOthers(found.get(keyId)))) throw externalIdTaken();
  const added = wantedExternal.filter((keyId) => !heldExternal.includes(keyId));
  const updates = [
    ...[...(nameId === undefined ? [] : [nameId]), ...added].map((keyId) =>
      found.has(keyId) ? toHold(keyId, id) : toInsert({ _id: keyId, holder: id }),
    ),
    ...(kind === undefined || record !== undefined ? [] : [toInsert({ _id: toRecordKeyId(id), kind })]),
  ];
  if (updates.length > 0) await keys.bulkWrite(updates, writing);
  const freed = [
    ...(heldId === undefined || heldId === wantedId ? [] : [heldId]),
    ...heldExternal.filter((keyId) => !wantedExternal.includes(keyId)),
  ];
  if (freed.length > 0) await keys.deleteMany({ _id: { $in: freed }, holder: id }, writing);
  return true;
};

/**
 * Returns the update for a key that does not exist. It only inserts, so it conflicts with another transaction
 * that has inserted the key in the meantime.
 */
export const toInsert = ({ _id, ...members }: KeyDocument): AnyBulkWriteOperation<KeyDocument> => ({
  updateOne: { filter: { _id }, update: { $setOnInsert: members }, upsert: true },
});

/** Returns the update for a key that exists, but that no record has. */
export const toHold = (_id: string, holder: number): AnyBulkWriteOperation<KeyDocument> => ({
  updateOne: { filter: { _id }, update: { $set: { holder } } },
});

export const isOtherKind = (id: number, kind: RecordKind, found: KeyDocument): Error =>
  new Error(`Cannot store ${kind} ${id}: this id belongs to another kind (${found.kind}).`);

/** Returns the kinds of the records with these ids, in the same order. */
export const kindsOf = async (
  access: Access,
  ids: readonly number[],
): Promise<readonly (RecordKind | undefined)[]> => {
  const found = await findKeys(access, ids.map(toRecordKeyId));
  return ids.map((id) => found.get(toRecordKeyId(id))?.kind);
};

export const freeId = async ({ keys, writing }: Access, id: number): Promise<void> => {
  await keys.deleteOne({ _id: toRecordKeyId(id) }, writing);
};

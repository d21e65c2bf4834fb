import type { RecordKind } from "@kalends/core";
import type { Access } from "../database/collections.ts";
import type { KeyDocument } from "../database/documents.ts";
import { unwrapped } from "../database/errors.ts";
import { toTouch } from "./locks.ts";

/** What only one record of a kind may have. */
export interface UniqueKey {
  readonly kind: "event" | "venue" | "organizer" | "category" | "tag" | "account";
  /** A slug, or the folded name of an account. */
  readonly name: string;
}

interface KeyChange {
  readonly wanted?: UniqueKey | undefined;
  /** What the record has had so far. */
  readonly held?: UniqueKey | undefined;
  /** The kind of a record that is new: its id is a key, too. */
  readonly kind?: RecordKind | undefined;
  /** Locks to write along with the keys. */
  readonly locks?: readonly string[];
}

export const toKeyId = ({ kind, name }: UniqueKey): string => `${kind}/${name}`;
export const toRecordKeyId = (id: number): string => `record/${id}`;

/** Which of these keys there are. */
export type FoundKeys = ReadonlyMap<string, KeyDocument>;

export const findKeys = async (
  { keys, reading }: Access,
  ids: readonly (string | undefined)[],
): Promise<FoundKeys> => {
  const wanted = ids.filter((id) => id !== undefined);
  if (wanted.length === 0) return new Map();
  const found = await keys.find({ _id: { $in: wanted } }, reading).toArray();
  return new Map(found.map((key) => [key._id, key]));
};

/**
 * Gives the record the key that it wants and frees the one it held: keys are unique by their `_id`, on any sharding. False, and
 * nothing changed, when another record holds it; throws, with nothing changed either, when the id is one of another kind. Two
 * transactions that reserve one key conflict. `known`: what was found of the keys; they are looked up without.
 */
export const reserveKeys = async (
  access: Access,
  id: number,
  { wanted, held, kind, locks = [] }: KeyChange,
  known?: FoundKeys,
): Promise<boolean> => {
  const { keys, writing } = access;
  const [wantedId, heldId] = [wanted && toKeyId(wanted), held && toKeyId(held)];
  const nameId = wantedId === heldId ? undefined : wantedId;
  const recordId = kind && toRecordKeyId(id);
  const found = known ?? (await findKeys(access, [nameId, recordId]));
  const record = recordId === undefined ? undefined : found.get(recordId);
  if (record !== undefined && record.kind !== kind) {
    throw new Error(`Cannot store ${kind} ${id}: this id belongs to another kind (${record.kind}).`);
  }
  const name = nameId === undefined ? undefined : found.get(nameId);
  if (name?.holder !== undefined && name.holder !== id) return false;
  const updates = [
    ...(nameId === undefined ? [] : [toUpdate(nameId, { holder: id }, name)]),
    ...(kind === undefined || record !== undefined ? [] : [toUpdate(toRecordKeyId(id), { kind })]),
    ...locks.map(toTouch),
  ];
  if (updates.length > 0)
    await keys.bulkWrite(updates, writing).catch((error: unknown) => {
      throw unwrapped(error);
    });
  if (heldId !== undefined && heldId !== wantedId) await keys.deleteOne({ _id: heldId, holder: id }, writing);
  return true;
};

/** A key that was not found is only ever inserted: another transaction may have done so meanwhile, which conflicts. */
const toUpdate = (_id: string, members: Omit<KeyDocument, "_id">, found?: KeyDocument) => ({
  updateOne: {
    filter: { _id },
    update: found === undefined ? { $setOnInsert: members } : { $set: members },
    upsert: found === undefined,
  },
});

export const kindOf = async ({ keys, reading }: Access, id: number): Promise<RecordKind | undefined> =>
  (await keys.findOne({ _id: toRecordKeyId(id) }, reading))?.kind;

export const freeId = async ({ keys, writing }: Access, id: number): Promise<void> => {
  await keys.deleteOne({ _id: toRecordKeyId(id) }, writing);
};

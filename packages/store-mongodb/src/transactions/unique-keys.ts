import type { RecordKind } from "@kalends/core";
import type { Access } from "../database/collections.ts";
import type { KeyDocument } from "../database/documents.ts";
import { unwrapped } from "../database/errors.ts";

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
}

export const toKeyId = ({ kind, name }: UniqueKey): string => `${kind}/${name}`;
export const toRecordKeyId = (id: number): string => `record/${id}`;

/**
 * Gives the record the key that it wants and frees the one it held: keys are unique by their `_id`, on any sharding. False, and
 * nothing changed, when another record holds it; throws, with nothing changed either, when the id is one of another kind. Two
 * transactions that reserve one key conflict.
 */
export const reserveKeys = async (
  { keys, reading, writing }: Access,
  id: number,
  { wanted, held, kind }: KeyChange,
): Promise<boolean> => {
  const [wantedId, heldId] = [wanted && toKeyId(wanted), held && toKeyId(held)];
  const nameId = wantedId === heldId ? undefined : wantedId;
  const recordId = kind && toRecordKeyId(id);
  const ids = [nameId, recordId].filter((keyId) => keyId !== undefined);
  if (ids.length > 0) {
    const found = await keys.find({ _id: { $in: ids } }, reading).toArray();
    const record = found.find(({ _id }) => _id === recordId);
    if (record !== undefined && record.kind !== kind) {
      throw new Error(`Cannot store ${kind} ${id}: this id belongs to another kind (${record.kind}).`);
    }
    const name = found.find(({ _id }) => _id === nameId);
    if (name?.holder !== undefined && name.holder !== id) return false;
    const added: KeyDocument[] = [];
    if (nameId !== undefined && name === undefined) added.push({ _id: nameId, holder: id });
    if (kind !== undefined && record === undefined) added.push({ _id: toRecordKeyId(id), kind });
    if (added.length > 0)
      await keys.insertMany(added, writing).catch((error: unknown) => {
        throw unwrapped(error);
      });
    if (name !== undefined) await keys.updateOne({ _id: name._id }, { $set: { holder: id } }, writing);
  }
  if (heldId !== undefined && heldId !== wantedId) await keys.deleteOne({ _id: heldId, holder: id }, writing);
  return true;
};

export const kindOf = async ({ keys, reading }: Access, id: number): Promise<RecordKind | undefined> =>
  (await keys.findOne({ _id: toRecordKeyId(id) }, reading))?.kind;

export const freeId = async ({ keys, writing }: Access, id: number): Promise<void> => {
  await keys.deleteOne({ _id: toRecordKeyId(id) }, writing);
};

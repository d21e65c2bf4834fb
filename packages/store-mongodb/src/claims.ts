import { createHash } from "node:crypto";
import type { RecordKind } from "@kalends/core";
import type { Access } from "./collections.ts";
import type { ClaimDocument } from "./documents.ts";
import { unwrapped } from "./unavailable.ts";

/*
 * Transactions see a snapshot: two of them collide when they write the same document, not when one reads what the other
 * writes. So whatever a unit of work concludes from what it has not found, or from a record that it does not change, it
 * concludes with a write: to a claim, which is unique by its `_id` on any sharding, to a guard, or to the record itself.
 */

/** What only one record of a kind may have. */
export interface Claim {
  readonly kind: "event" | "venue" | "organizer" | "category" | "tag" | "account";
  /** A slug, or the folded name of an account. */
  readonly name: string;
}

export interface Claims {
  readonly wanted?: Claim | undefined;
  /** What the record has claimed so far. */
  readonly held?: Claim | undefined;
  /** The kind of a record that is new: it claims its id, too. */
  readonly kind?: RecordKind | undefined;
}

const toClaimId = ({ kind, name }: Claim): string => `${kind}/${name}`;
const toRecordId = (id: number): string => `record/${id}`;

/**
 * Gives the record what it claims and frees what it claimed before. False, and nothing changed, when another one holds it;
 * throws, with nothing changed either, when the id is one of another kind. A rival whose unit is not done collides with this
 * one.
 */
export const claim = async (
  { claims, reading, writing }: Access,
  id: number,
  { wanted, held, kind }: Claims,
): Promise<boolean> => {
  const [wantedId, heldId] = [wanted && toClaimId(wanted), held && toClaimId(held)];
  const slugId = wantedId === heldId ? undefined : wantedId;
  const recordId = kind && toRecordId(id);
  const ids = [slugId, recordId].filter((claimId) => claimId !== undefined);
  if (ids.length > 0) {
    const found = await claims.find({ _id: { $in: ids } }, reading).toArray();
    const record = found.find(({ _id }) => _id === recordId);
    if (record !== undefined && record.kind !== kind) {
      throw new Error(`Cannot store ${kind} ${id}: this id belongs to another kind (${record.kind}).`);
    }
    const slug = found.find(({ _id }) => _id === slugId);
    if (slug?.holder !== undefined && slug.holder !== id) return false;
    const added: readonly ClaimDocument[] = [
      ...(slugId !== undefined && slug === undefined ? [{ _id: slugId, holder: id }] : []),
      ...(recordId !== undefined && record === undefined && kind !== undefined
        ? [{ _id: recordId, kind }]
        : []),
    ];
    if (added.length > 0) await claims.insertMany([...added], writing).catch(rethrowUnwrapped);
    if (slug !== undefined) await claims.updateOne({ _id: slug._id }, { $set: { holder: id } }, writing);
  }
  if (heldId !== undefined && heldId !== wantedId)
    await claims.deleteOne({ _id: heldId, holder: id }, writing);
  return true;
};

const rethrowUnwrapped = (error: unknown): never => {
  throw unwrapped(error);
};

export const kindOf = async ({ claims, reading }: Access, id: number): Promise<RecordKind | undefined> =>
  (await claims.findOne({ _id: toRecordId(id) }, reading))?.kind;

export const freeRecord = async ({ claims, writing }: Access, id: number): Promise<void> => {
  await claims.deleteOne({ _id: toRecordId(id) }, writing);
};

/** Collides with whoever changes what these records stand for: takes them off all events, or removes them. */
export const relyOn = async (
  { claims, writing, isTransaction }: Access,
  ids: readonly (number | undefined)[],
): Promise<void> => {
  const wanted = [...new Set(ids)].flatMap((id) => (id === undefined ? [] : [toRecordId(id)]));
  if (!isTransaction || wanted.length === 0) return;
  await claims.updateMany({ _id: { $in: wanted } }, { $inc: { touched: 1 } }, writing);
};

/** Collides with those who claim this, or share it, too. */
export const share = (access: Access, shared: Claim): Promise<void> => touch(access, toClaimId(shared));

/** There are so many guards at most, of each kind: two different names hardly ever meet. */
const GUARD_DIGITS = 3;

/** Makes units of work collide that rely on the same thing, such as that nobody has a name. */
export const guard = (access: Access, what: string, name = ""): Promise<void> => {
  const slot = createHash("sha256").update(name).digest("hex").slice(0, GUARD_DIGITS);
  return touch(access, `guard/${what}/${slot}`);
};

const touch = async ({ claims, writing, isTransaction }: Access, _id: string): Promise<void> => {
  if (!isTransaction) return;
  await claims.updateOne({ _id }, { $inc: { touched: 1 } }, { ...writing, upsert: true });
};

import { createHash } from "node:crypto";
import type { Access } from "./collections.ts";

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

const idOf = ({ kind, name }: Claim): string => `${kind}/${name}`;

const isSame = (one: Claim | undefined, other: Claim | undefined): boolean =>
  one?.kind === other?.kind && one?.name === other?.name;

/**
 * Gives the record what it claims and frees what it claimed before. False, and nothing changed, when another one holds it.
 * A rival whose unit is not done collides with this one.
 */
export const claim = async (
  { claims, options }: Access,
  holder: number,
  wanted: Claim | undefined,
  held: Claim | undefined,
): Promise<boolean> => {
  if (isSame(wanted, held)) return true;
  if (wanted !== undefined) {
    const _id = idOf(wanted);
    const found = await claims.findOne({ _id }, options);
    if (found?.holder !== undefined && found.holder !== holder) return false;
    if (found === null) await claims.insertOne({ _id, holder }, options);
    else await claims.updateOne({ _id }, { $set: { holder } }, options);
  }
  if (held !== undefined) await claims.deleteOne({ _id: idOf(held), holder }, options);
  return true;
};

/** Collides with those who claim this, or share it, too. */
export const share = async ({ claims, options, isTransaction }: Access, shared: Claim): Promise<void> => {
  if (isTransaction) await touch(claims, idOf(shared), options);
};

const touch = (claims: Access["claims"], _id: string, options: Access["options"]): Promise<unknown> =>
  claims.updateOne({ _id }, { $inc: { touched: 1 } }, { ...options, upsert: true });

/** There are so many guards at most, of each kind: two different names hardly ever meet. */
const GUARD_DIGITS = 3;

/** Makes units of work collide that rely on the same thing, such as that nobody has a name. */
export const guard = async (
  { claims, options, isTransaction }: Access,
  what: string,
  name = "",
): Promise<void> => {
  if (!isTransaction) return;
  const slot = createHash("sha256").update(name).digest("hex").slice(0, GUARD_DIGITS);
  await touch(claims, `guard/${what}/${slot}`, options);
};

import { createHash } from "node:crypto";
import type { Access } from "../database/collections.ts";
import { toKeyId, toRecordKeyId, type UniqueKey } from "./unique-keys.ts";

/*
 * Transactions see a snapshot: two of them conflict when they write the same document, not when one reads what the other
 * writes. So whatever a transaction concludes from what it has not found, or from a record that it does not change, it
 * concludes with a write: to a key, to a lock, or to the record itself. A standalone server has no conflicts.
 */

/** Conflicts with transactions that change what these records stand for: take them off all events, or remove them. */
export const lockReferences = async (
  { keys, writing, isTransaction }: Access,
  ids: readonly (number | undefined)[],
): Promise<void> => {
  const wanted = [...new Set(ids)].flatMap((id) => (id === undefined ? [] : [toRecordKeyId(id)]));
  if (!isTransaction || wanted.length === 0) return;
  await keys.updateMany({ _id: { $in: wanted } }, { $inc: { touched: 1 } }, writing);
};

/** Conflicts with transactions that reserve this key, or lock it, too. */
export const lockKey = (access: Access, key: UniqueKey): Promise<void> => touch(access, toKeyId(key));

/** Of each predicate there are so many locks at most: two different names hardly ever meet. */
const DIGITS = 3;

/** Conflicts with transactions that depend on the same, such as that no record has a name. */
export const lockPredicate = (access: Access, predicate: string, name = ""): Promise<void> => {
  const slot = createHash("sha256").update(name).digest("hex").slice(0, DIGITS);
  return touch(access, `guard/${predicate}/${slot}`);
};

const touch = async ({ keys, writing, isTransaction }: Access, _id: string): Promise<void> => {
  if (!isTransaction) return;
  await keys.updateOne({ _id }, { $inc: { touched: 1 } }, { ...writing, upsert: true });
};

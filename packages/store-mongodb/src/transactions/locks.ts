import { createHash } from "node:crypto";
import type { AnyBulkWriteOperation } from "mongodb";
import type { Access } from "../database/collections.ts";
import type { KeyDocument } from "../database/documents.ts";
import { LANES } from "./lanes.ts";

/**
 * Transactions read from a snapshot. Two transactions conflict if they write the same document. They do not
 * conflict if one only reads what the other writes.
 * A transaction that depends on a missing or unchanged record must therefore write something too: a key, a
 * lock or the record. On a standalone server, nothing conflicts.
 */

/**
 * Locks for links of events. Linking an event to a record must conflict with removing that record.
 * But many transactions link events to the same record at the same time, and these must not conflict with
 * each other.
 * The lock of a record therefore consists of LANES documents (lanes.ts). A transaction that links writes the
 * document of its lane. A transaction that removes the record writes all of them.
 *
 * If a linking and a removing transaction overlap, both write one document, so one of them runs again. It
 * then begins after the commit of the other and sees its changes: the record is missing, or the link exists.
 * Two linking transactions of one process have different lanes. In different processes they rarely have the
 * same lane; then one runs again, which does no harm.
 *
 * The locks are divided into GROUPS and created when needed. Records of the same group share a lock, so some
 * transactions conflict without need.
 */
const GROUPS = 64;

/**
 * Returns the text that identifies a record to which events can be linked. Terms have their own ids and
 * another prefix.
 */
export const toRecordReference = (id: number): string => `record/${id}`;
export const toTermReference = (id: number): string => `term/${id}`;

const groupOf = (reference: string): number =>
  createHash("sha256").update(reference).digest().readUInt32LE() % GROUPS;

const ALL_LANES: readonly number[] = Array.from({ length: LANES }, (_, lane) => lane);

const toLockName = (group: number, lane: number): string => `link/${group}/${lane}`;

/**
 * Returns the locks that a transaction writes when it stores a series or one of its occurrences. The searched
 * text of an occurrence depends on both, so these two must conflict. Transactions that store different
 * occurrences do not conflict.
 */
export const seriesLockNamesOf = (
  { isTransaction, lane }: Pick<Access, "isTransaction" | "lane">,
  seriesId: number,
  stored: "occurrence" | "series",
): readonly string[] => {
  if (!isTransaction) return [];
  const group = groupOf(toRecordReference(seriesId));
  return (stored === "series" ? ALL_LANES : [lane]).map((one) => `series/${group}/${one}`);
};

/** Returns the locks that a transaction writes when it links an event to these records: see `savePosts`. */
export const lockNamesOf = (
  { isTransaction, lane }: Pick<Access, "isTransaction" | "lane">,
  references: readonly string[],
): readonly string[] =>
  isTransaction ? [...new Set(references.map(groupOf))].map((group) => toLockName(group, lane)) : [];

/** Makes the transaction conflict with all transactions that link an event to the record. */
export const lockAgainstLinks = async (access: Access, reference: string): Promise<void> => {
  if (!access.isTransaction) return;
  const group = groupOf(reference);
  const locks = ALL_LANES.map((lane) => toTouch(toLockName(group, lane)));
  await access.keys.bulkWrite(locks, { ...access.writing, ordered: false });
};

const TOUCH = { $inc: { touched: 1 } } as const;

/** Returns the update that writes a lock, and creates it if it does not exist. */
export const toTouch = (_id: string): AnyBulkWriteOperation<KeyDocument> => ({
  updateOne: { filter: { _id }, update: TOUCH, upsert: true },
});

/**
 * Number of hexadecimal digits that distinguish the locks of a condition. Two different names rarely share a
 * lock.
 */
const DIGITS = 3;

/**
 * Makes the transaction conflict with others that depend on the same condition, for example that no record
 * has this name.
 */
export const lockPredicate = (access: Access, predicate: string, name = ""): Promise<void> =>
  touch(access, toPredicateLock(predicate, name));

export const toPredicateLock = (predicate: string, name: string): string =>
  `guard/${predicate}/${createHash("sha256").update(name).digest("hex").slice(0, DIGITS)}`;

const touch = async ({ keys, writing, isTransaction }: Access, _id: string): Promise<void> => {
  if (!isTransaction) return;
  await keys.updateOne({ _id }, TOUCH, { ...writing, upsert: true });
};

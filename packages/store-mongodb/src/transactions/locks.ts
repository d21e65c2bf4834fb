import { createHash } from "node:crypto";
import type { AnyBulkWriteOperation } from "mongodb";
import type { Access } from "../database/collections.ts";
import type { KeyDocument } from "../database/documents.ts";
import { LANES } from "./lanes.ts";

/*
 * Transactions see a snapshot. Two of them conflict if they write the same document, but not if one reads
 * what the other writes. So a transaction that relies on a missing or unchanged record must also write: to a
 * key, to a lock or to the record. A standalone server has no conflicts.
 */

/*
 * An event may only be linked to a record that exists after two transactions: the one that links it, and one
 * that removes the record. Many transactions link events to one record at the same time and must not
 * conflict. So the lock of a record is LANES documents (lanes.ts). A linking transaction writes the document
 * of its lane; a removing one writes all of them.
 * If two such transactions overlap, both write one document, and one of them runs again. It begins after the
 * commit of the other, so that it sees those changes. Then either the linking one finds no record, or the
 * removing one finds the link. Overlapping transactions of one process have different lanes. Those of other
 * processes rarely share one, which is harmless.
 *
 * There are GROUPS of locks, created when needed. Records that share a lock only conflict more often than
 * necessary.
 */
const GROUPS = 64;

/** Returns the reference of a record that can be linked to. Terms have ids of their own. */
export const toRecordReference = (id: number): string => `record/${id}`;
export const toTermReference = (id: number): string => `term/${id}`;

const groupOf = (reference: string): number =>
  createHash("sha256").update(reference).digest().readUInt32LE() % GROUPS;

const ALL_LANES: readonly number[] = Array.from({ length: LANES }, (_, lane) => lane);

const toLockName = (group: number, lane: number): string => `link/${group}/${lane}`;

/**
 * Returns the locks for storing an occurrence of the series or, to conflict with these, the series. The text
 * of an occurrence depends on both. Transactions that store different occurrences do not conflict.
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

/** Returns the locks for linking to these records, see `savePosts`. */
export const lockNamesOf = (
  { isTransaction, lane }: Pick<Access, "isTransaction" | "lane">,
  references: readonly string[],
): readonly string[] =>
  isTransaction ? [...new Set(references.map(groupOf))].map((group) => toLockName(group, lane)) : [];

/** Makes the transaction conflict with those that link to the record. */
export const lockAgainstLinks = async (access: Access, reference: string): Promise<void> => {
  if (!access.isTransaction) return;
  const group = groupOf(reference);
  const locks = ALL_LANES.map((lane) => toTouch(toLockName(group, lane)));
  await access.keys.bulkWrite(locks, { ...access.writing, ordered: false });
};

const TOUCH = { $inc: { touched: 1 } } as const;

/** Returns the update that writes a lock and creates it if needed. */
export const toTouch = (_id: string): AnyBulkWriteOperation<KeyDocument> => ({
  updateOne: { filter: { _id }, update: TOUCH, upsert: true },
});

/** Digits of the number of locks for each predicate: two names rarely share one. */
const DIGITS = 3;

/**
 * Makes the transaction conflict with those that depend on the same condition, such as that no record has a
 * name.
 */
export const lockPredicate = (access: Access, predicate: string, name = ""): Promise<void> =>
  touch(access, toPredicateLock(predicate, name));

export const toPredicateLock = (predicate: string, name: string): string =>
  `guard/${predicate}/${createHash("sha256").update(name).digest("hex").slice(0, DIGITS)}`;

const touch = async ({ keys, writing, isTransaction }: Access, _id: string): Promise<void> => {
  if (!isTransaction) return;
  await keys.updateOne({ _id }, TOUCH, { ...writing, upsert: true });
};

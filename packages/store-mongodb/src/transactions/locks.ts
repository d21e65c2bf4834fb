import { createHash } from "node:crypto";
import type { AnyBulkWriteOperation } from "mongodb";
import type { Access } from "../database/collections.ts";
import type { KeyDocument } from "../database/documents.ts";
import { LANES } from "./lanes.ts";

/*
 * Transactions see a snapshot: two of them conflict when they write the same document, not when one reads what the other
 * writes. So whatever a transaction concludes from what it has not found, or from a record that it does not change, it
 * concludes with a write: to a key, to a lock, or to the record itself. A standalone server has no conflicts.
 */

/*
 * An event may only be linked to what is still there when both transactions are done: that which links it, and that which takes
 * away what it is linked to. Many transactions link events to the same record at once and must not conflict with one another, so the
 * lock of a record is LANES documents (lanes.ts): who links to it writes that of its own lane, who takes it away writes all of them. Of two
 * such transactions that overlap, both write one document, and one of them runs again: it has not begun before the other one was
 * committed, so that it reads what that has done. Either the one that links finds nothing to link to, or the one that takes away
 * finds the link. Transactions of one process that overlap have different lanes; those of others hardly ever meet, and may.
 *
 * Records that have their locks in common only conflict more often than they must: there are GROUPS of locks, made when they are
 * first needed.
 */
const GROUPS = 64;

/** What can be linked to; terms have ids of their own. */
export const toRecordReference = (id: number): string => `record/${id}`;
export const toTermReference = (id: number): string => `term/${id}`;

const groupOf = (reference: string): number =>
  createHash("sha256").update(reference).digest().readUInt32LE() % GROUPS;

const ALL_LANES: readonly number[] = Array.from({ length: LANES }, (_, lane) => lane);

const toLockName = (group: number, lane: number): string => `link/${group}/${lane}`;

/**
 * The locks that a transaction writes when it stores an occurrence of the series, or, to conflict with those, the series: what
 * occurrences are found by is made of both. Transactions that store different occurrences do not conflict.
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

/** The locks that a transaction writes when it links to these: see `savePosts`. */
export const lockNamesOf = (
  { isTransaction, lane }: Pick<Access, "isTransaction" | "lane">,
  references: readonly string[],
): readonly string[] =>
  isTransaction ? [...new Set(references.map(groupOf))].map((group) => toLockName(group, lane)) : [];

/** Conflicts with transactions that link to it. */
export const lockAgainstLinks = async (access: Access, reference: string): Promise<void> => {
  if (!access.isTransaction) return;
  const group = groupOf(reference);
  const locks = ALL_LANES.map((lane) => toTouch(toLockName(group, lane)));
  await access.keys.bulkWrite(locks, { ...access.writing, ordered: false });
};

const TOUCH = { $inc: { touched: 1 } } as const;

/** The update that writes a lock, which is made with the first one. */
export const toTouch = (_id: string): AnyBulkWriteOperation<KeyDocument> => ({
  updateOne: { filter: { _id }, update: TOUCH, upsert: true },
});

/** Of each predicate there are so many locks at most: two different names hardly ever meet. */
const DIGITS = 3;

/** Conflicts with transactions that depend on the same, such as that no record has a name. */
export const lockPredicate = (access: Access, predicate: string, name = ""): Promise<void> =>
  touch(access, toPredicateLock(predicate, name));

export const toPredicateLock = (predicate: string, name: string): string =>
  `guard/${predicate}/${createHash("sha256").update(name).digest("hex").slice(0, DIGITS)}`;

const touch = async ({ keys, writing, isTransaction }: Access, _id: string): Promise<void> => {
  if (!isTransaction) return;
  await keys.updateOne({ _id }, TOUCH, { ...writing, upsert: true });
};

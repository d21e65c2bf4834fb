import { type CountedTerms, type TermUsage, usageChange } from "@kalends/core/storage";
import { ObjectId } from "mongodb";
import type { Access } from "../database/collections.ts";
import type { CountedTerm, EventDocument, UsageDocument } from "../database/documents.ts";
import { lockPredicate } from "../transactions/locks.ts";
import { oneOf } from "./clauses.ts";

/**
 * Usage counts of terms.
 * The usage count of a term is its stored count plus the pending changes in the collection `usage`. A
 * transaction that changes events only inserts such changes. Many transactions can therefore use the same
 * term at the same time.
 * From time to time, one transaction adds the changes to the terms and removes them. Terms and changes are
 * read from one snapshot, so no change is counted twice.
 */

type Used = Parameters<typeof usageChange>[0];

/** Stores the changes of usage counts that result when each `record` replaces `old`, null for a new event. */
export const noteUsage = async (
  { usage, writing }: Access,
  events: readonly { readonly record: Used; readonly old: Used | null }[],
): Promise<void> => {
  const changes = events.flatMap(({ record, old }) => {
    const { lost, gained } = usageChange(record, old ?? undefined);
    return [...toChange(lost, -1), ...toChange(gained, 1)];
  });
  const noted = events.length === 1 ? changes : merged(changes);
  if (noted.length > 0) await usage.insertMany(noted, writing);
};

/** Stores changes of the number of events that use terms. */
export const noteCounts = async (
  { usage, writing }: Access,
  counts: readonly (CountedTerm & { readonly change: number })[],
): Promise<void> => {
  await usage.insertMany(
    counts.map(({ term, status, change }) => ({ _id: new ObjectId(), terms: [term], status, change })),
    writing,
  );
};

const toChange = ({ ids, status }: CountedTerms, change: number): readonly UsageDocument[] =>
  ids.length === 0 || status === undefined ? [] : [{ _id: new ObjectId(), terms: ids, status, change }];

/** Adds up changes, so that each term occurs only once per status. */
const merged = (changes: readonly UsageDocument[]): readonly UsageDocument[] =>
  [...sumUsage(changes)].flatMap(([id, sum]) =>
    Object.entries(sum).flatMap(([status, change]) =>
      change === 0 ? [] : toChange({ ids: [id], status }, change),
    ),
  );

/** Returns the sum of the changes of each term, by status. */
export const sumUsage = (
  changes: readonly Pick<UsageDocument, "terms" | "status" | "change">[],
): ReadonlyMap<number, TermUsage> => {
  const sums = new Map<number, Record<string, number>>();
  for (const { terms, status, change } of changes)
    for (const id of terms) {
      const sum = sums.get(id) ?? {};
      sum[status] = (sum[status] ?? 0) + change;
      sums.set(id, sum);
    }
  return sums;
};

const addUsage = (usage: TermUsage, change: TermUsage): TermUsage => ({
  ...usage,
  ...Object.fromEntries(
    Object.entries(change).map(([status, count]) => [status, (usage[status] ?? 0) + count]),
  ),
});

/** Maximum number of changes that are added to their terms at once. */
const MAX_TERMS = 1000;

/** Name of the lock for adding changes to terms, and for storing a new term, whose events must be counted. */
const USAGE = "usage";

/** Adds pending changes to the counts of their terms and removes the changes. */
export const foldUsage = async (access: Access): Promise<void> => {
  const { usage, terms, reading, writing } = access;
  const found = await usage.find({}, { ...reading, limit: MAX_TERMS, batchSize: MAX_TERMS }).toArray();
  if (found.length === 0) return;
  await lockPredicate(access, USAGE);
  const changes = await takeChanges(access, found);
  if (changes.length === 0) return;
  const updates = [...sumUsage(changes)].map(([_id, change]) => ({
    updateOne: {
      filter: { _id },
      update: {
        $inc: Object.fromEntries(Object.entries(change).map(([status, count]) => [`usage.${status}`, count])),
      },
    },
  }));
  await terms.bulkWrite(updates, { ...writing, ordered: false });
};

/** Removes changes and returns those that no other process has removed. */
const takeChanges = async (
  { usage, writing, isTransaction }: Access,
  changes: readonly UsageDocument[],
): Promise<readonly UsageDocument[]> => {
  const ids = changes.map(({ _id }) => _id);
  if (isTransaction) {
    // Another transaction that adds one of these changes would remove it too, so the two conflict.
    await usage.deleteMany({ _id: { $in: ids } }, writing);
    return changes;
  }
  const removed = await Promise.all(ids.map((_id) => usage.deleteOne({ _id }, writing)));
  return changes.filter((_, index) => removed[index]?.deletedCount === 1);
};

/**
 * Acquires the lock `USAGE` and returns the result of `countedUsage`. A new term needs it too, because events
 * may contain its id before the term is stored.
 */
export const countUsage = async (access: Access, id: number): Promise<TermUsage> => {
  await lockPredicate(access, USAGE);
  return countedUsage(access, id);
};

/**
 * Counts the events of a term again and stores the counts. Includes the events of terms that were merged into
 * the term and whose links are not moved yet.
 */
export const recountTerm = async (
  access: Access,
  id: number,
  mergedIds: readonly number[] = [],
): Promise<void> => {
  await lockPredicate(access, USAGE);
  const usage = await countedUsage(access, id, mergedIds);
  await access.terms.updateOne({ _id: id }, { $set: { usage } }, access.writing);
};

/**
 * Returns the number to store for a term: the events that use it or one of the others, each counted once.
 * Pending changes of the term are subtracted, because they are added to the stored count later. Changes
 * of other transactions are counted correctly only while the caller holds the lock `USAGE`.
 */
export const countedUsage = async (
  { events, series, usage, reading }: Access,
  id: number,
  others: readonly number[] = [],
): Promise<TermUsage> => {
  const ids = [id, ...others];
  const filter = {
    $or: [oneOf("categoryIds", ids), oneOf("tagIds", ids)],
    hideFromListings: false,
    "derived.family": { $exists: false },
  };
  const counts = await events
    .aggregate<{ readonly _id: EventDocument["status"]; readonly count: number }>(
      [{ $match: filter }, { $group: { _id: "$status", count: { $sum: 1 } } }],
      reading,
    )
    .toArray();
  const ofSeries = series.find(oneOf("counted.term", ids), { ...reading, projection: { counted: 1 } });
  const recurring = (await ofSeries.toArray()).flatMap(({ counted = [] }) => {
    const statuses = new Set(counted.filter(({ term }) => ids.includes(term)).map(({ status }) => status));
    return [...statuses].map((status) => ({ terms: [id], status, change: 1 }));
  });
  const pending = await usage.find({ terms: id }, reading).toArray();
  const single = Object.fromEntries(counts.map(({ _id: status, count }) => [status, count]));
  const counted = addUsage(single, sumUsage(recurring).get(id) ?? {});
  // Pending changes will be added to the count later, so they are subtracted here.
  const undone = pending.map((change) => ({ ...change, terms: [id], change: -change.change }));
  return addUsage(counted, sumUsage(undone).get(id) ?? {});
};

/** Returns a term, or a part of it, with the pending changes added to its usage counts. */
export const withChanges = <T extends { readonly usage: TermUsage }>(term: T, change: TermUsage): T => ({
  ...term,
  usage: addUsage(term.usage, change),
});

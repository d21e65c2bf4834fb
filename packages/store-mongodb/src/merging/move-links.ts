import type { MergedKind } from "@kalends/core/storage";
import type { Document } from "mongodb";
import type { Access } from "../database/collections.ts";
import { recountTerm } from "../queries/term-usage.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import { lockAgainstLinks, toRecordReference, toTermReference } from "../transactions/locks.ts";

/** Links of events to move from several merged records to their target. */
export interface MovedLinks {
  readonly kind: MergedKind;
  readonly targetId: number;
  readonly sourceIds: readonly number[];
}

/** Maximum number of events, and of series, whose links are moved in one transaction. */
export const PORTION = 1000;

const LISTS = { organizer: "organizerIds", category: "categoryIds", tag: "tagIds" } as const;

export const isTermKind = (kind: MergedKind): kind is "category" | "tag" =>
  kind === "category" || kind === "tag";

/** Makes the transaction conflict with all transactions that link an event to one of these records. */
export const lockAgainstNewLinks = async (
  access: Access,
  kind: MergedKind,
  ids: readonly number[],
): Promise<void> => {
  const toReference = isTermKind(kind) ? toTermReference : toRecordReference;
  for (const id of ids) await lockAgainstLinks(access, toReference(id));
};

/**
 * Moves the links of at most `PORTION` events, and for terms also the entries `counted` of at most `PORTION`
 * series. Returns true if no links to the sources are left. The transaction then conflicts with all
 * transactions that add such a link.
 */
export const moveSome = async (access: Access, moved: MovedLinks): Promise<boolean> => {
  const { kind, targetId, sourceIds } = moved;
  const { events, reading } = access;
  const member = kind === "venue" ? "venueId" : LISTS[kind];
  const find = async (): Promise<readonly number[]> => {
    const options = { ...reading, projection: { _id: 1 }, limit: PORTION, batchSize: BATCH } as const;
    const found = await events.find({ [member]: { $in: [...sourceIds] } }, options).toArray();
    return found.map(({ _id }) => _id);
  };
  const ids = await find();
  if (ids.length > 0)
    await (kind === "venue" ? moveVenue(access, ids, moved) : moveList(access, ids, LISTS[kind], moved));
  const isCounted = !isTermKind(kind) || (await moveCounts(access, moved));
  if (ids.length === PORTION || !isCounted) return false;
  await lockAgainstNewLinks(access, kind, sourceIds);
  if (isTermKind(kind)) await recountTerm(access, targetId);
  return true;
};

const moveVenue = async (
  { events, writing }: Access,
  ids: readonly number[],
  { targetId, sourceIds }: MovedLinks,
): Promise<void> => {
  const own = "occurrence.changes.venueId";
  const isSource = { $in: [...sourceIds] };
  const these = { _id: { $in: [...ids] }, venueId: isSource };
  await events.updateMany(
    { ...these, [own]: isSource },
    { $inc: { "occurrence.revision": 1 }, $set: { [own]: targetId } },
    writing,
  );
  await events.updateMany(
    { ...these, occurrence: { $exists: false } },
    { $inc: { revision: 1 }, $set: { venueId: targetId } },
    writing,
  );
  await events.updateMany(these, { $set: { venueId: targetId } }, writing);
};

/**
 * Returns an expression for the list with the target in place of the sources, without duplicates. Of several
 * equal ids, the first stays.
 */
const movedList = (member: string, { targetId, sourceIds }: MovedLinks): Document => ({
  $reduce: {
    input: {
      $map: {
        input: `$${member}`,
        in: { $cond: [{ $in: ["$$this", [...sourceIds]] }, targetId, "$$this"] },
      },
    },
    initialValue: [],
    in: { $cond: [{ $in: ["$$this", "$$value"] }, "$$value", { $concatArrays: ["$$value", ["$$this"]] }] },
  },
});

const nextRevision = (member: string): Document => ({ $add: [{ $ifNull: [`$${member}`, 0] }, 1] });

const moveList = async (
  { events, writing }: Access,
  ids: readonly number[],
  member: (typeof LISTS)[keyof typeof LISTS],
  moved: MovedLinks,
): Promise<void> => {
  const own = `occurrence.changes.${member}`;
  const isSource = { $in: [...moved.sourceIds] };
  const these = { _id: { $in: [...ids] }, [member]: isSource };
  const ownRevision = "occurrence.revision";
  await events.updateMany(
    { ...these, [own]: isSource },
    [{ $set: { [own]: movedList(own, moved), [ownRevision]: nextRevision(ownRevision) } }],
    writing,
  );
  await events.updateMany(
    { ...these, occurrence: { $exists: false } },
    [{ $set: { [member]: movedList(member, moved), revision: nextRevision("revision") } }],
    writing,
  );
  await events.updateMany(these, [{ $set: { [member]: movedList(member, moved) } }], writing);
};

/**
 * Replaces the sources by the target in the terms that count a series, for at most `PORTION` series. Returns
 * true if no source is left.
 */
const moveCounts = async (
  { series, reading, writing }: Access,
  { targetId, sourceIds }: MovedLinks,
): Promise<boolean> => {
  const options = { ...reading, projection: { counted: 1 }, limit: PORTION, batchSize: BATCH } as const;
  const found = await series.find({ "counted.term": { $in: [...sourceIds] } }, options).toArray();
  if (found.length === 0) return true;
  await series.bulkWrite(
    found.map(({ _id, counted = [] }) => {
      const moved = counted.map(({ term, status }) => ({
        term: sourceIds.includes(term) ? targetId : term,
        status,
      }));
      const distinct = new Map(moved.map((one) => [`${one.term} ${one.status}`, one]));
      return { updateOne: { filter: { _id }, update: { $set: { counted: [...distinct.values()] } } } };
    }),
    writing,
  );
  return found.length < PORTION;
};

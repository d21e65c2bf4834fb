import type { CalendarEvent } from "@kalends/core";
import type { EventLink } from "@kalends/core/storage";
import type { UpdateFilter } from "mongodb";
import type { Access } from "../database/collections.ts";
import type { EventDocument } from "../database/documents.ts";
import { type PendingMerge, readPending, withSources } from "../merging/pending-merges.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import { lockAgainstLinks, lockNamesOf, toRecordReference, toTermReference } from "../transactions/locks.ts";
import { type Filter, LARGEST, oneOf } from "./clauses.ts";

/** Projection of the members of an event on which its links and the usage of terms depend. */
export const LINKS = {
  imageId: 1,
  status: 1,
  hideFromListings: 1,
  categoryIds: 1,
  tagIds: 1,
  venueId: 1,
  organizerIds: 1,
} as const;

/** Filter that excludes occurrences. Their inherited values are counted with their series. */
const SINGLE = { occurrence: { $exists: false } } as const;

type Linked = Pick<CalendarEvent & EventDocument, keyof typeof LINKS>;

const without = <T>(ids: readonly T[], others: readonly T[]): readonly T[] =>
  ids.filter((id) => !others.includes(id));

/**
 * Update that increases the revision of a record that changes because another record is written. Such a
 * change counts as a write of the record.
 * Source: rules/interface.md#revisions.
 */
export const REVISED = { $inc: { revision: 1 } } as const;
const OWN_REVISED = { $inc: { "occurrence.revision": 1 } } as const;

/** Returns the locks of the records to which an event is newly linked. */
export const linkLocksOf = (access: Access, event: Linked, old: Linked | null): readonly string[] => {
  const [now, before] = [event, old].map((one) => (one === null ? [] : referencesOf(one)));
  return lockNamesOf(access, without(now ?? [], before ?? []));
};

const referencesOf = ({ venueId, organizerIds, imageId, categoryIds, tagIds }: Linked): readonly string[] => [
  ...[venueId, imageId, ...organizerIds].flatMap((id) => (id === undefined ? [] : [toRecordReference(id)])),
  ...[...categoryIds, ...tagIds].map(toTermReference),
];

const toFilter = (link: EventLink, pending: readonly PendingMerge[]): Filter => {
  if ("venueId" in link) return oneOf("venueId", withSources(pending, ["venue"], [link.venueId]));
  if ("organizerId" in link)
    return oneOf("organizerIds", withSources(pending, ["organizer"], [link.organizerId]));
  if ("imageId" in link) return { imageId: link.imageId };
  const termIds = withSources(pending, ["category", "tag"], [link.termId]);
  return { $or: [oneOf("categoryIds", termIds), oneOf("tagIds", termIds)] };
};

export const idsLinkedTo = async (
  access: Access,
  link: EventLink,
  afterId: number,
  limit: number,
): Promise<readonly number[]> => {
  const { events, reading } = access;
  const filter = toFilter(link, await readPending(access));
  const most = Math.min(limit, LARGEST);
  const options = { ...reading, batchSize: BATCH } as const;
  const single = { ...filter, _id: { $gt: afterId }, occurrence: { $exists: false } };
  const found = await events
    .find(single, { ...options, projection: { _id: 1 }, sort: { _id: 1 } })
    .limit(most)
    .toArray();
  const ofOccurrences = await events
    .aggregate<{ readonly _id: number }>(
      [
        { $match: { ...filter, "occurrence.seriesId": { $gt: afterId } } },
        { $group: { _id: "$occurrence.seriesId" } },
        { $sort: { _id: 1 } },
        { $limit: most },
      ],
      options,
    )
    .toArray();
  const ids = new Set([...found, ...ofOccurrences].map(({ _id }) => _id));
  return [...ids].sort((one, other) => one - other).slice(0, limit);
};

export const unlinkVenue = async (access: Access, id: number): Promise<void> => {
  await lockAgainstLinks(access, toRecordReference(id));
  const { events, writing } = access;
  const own = "occurrence.changes.venueId";
  // Events may still link to records that were merged into this venue. Such links count as links to this
  // venue.
  const venueId = { $in: withSources(await readPending(access), ["venue"], [id]) };
  // An occurrence with this venue as its own value has no venue from now on, even if its series has one.
  const unset = { venueId: "", "derived.occupancy": "" } as const;
  await events.updateMany({ venueId, [own]: venueId }, { ...OWN_REVISED, $set: { [own]: null } }, writing);
  await events.updateMany({ venueId, ...SINGLE }, { ...REVISED, $unset: unset }, writing);
  await events.updateMany({ venueId }, { $unset: unset }, writing);
};

export const unlinkOrganizer = async (access: Access, id: number): Promise<void> => {
  await lockAgainstLinks(access, toRecordReference(id));
  await pullAll(access, "organizerIds", withSources(await readPending(access), ["organizer"], [id]));
};

/** Removes a category or tag from every event. */
export const unlinkTerm = async (access: Access, id: number): Promise<void> => {
  const { series, writing } = access;
  await lockAgainstLinks(access, toTermReference(id));
  const ids = withSources(await readPending(access), ["category", "tag"], [id]);
  await pullAll(access, "categoryIds", ids);
  await pullAll(access, "tagIds", ids);
  const isTerm = { term: { $in: ids } };
  await series.updateMany({ "counted.term": { $in: ids } }, { $pull: { counted: isTerm } }, writing);
};

/** Removes ids from lists of events, and from the own values of occurrences. */
const pullAll = async (
  { events, writing }: Access,
  member: "organizerIds" | "categoryIds" | "tagIds",
  ids: readonly number[],
): Promise<void> => {
  const own = `occurrence.changes.${member}`;
  const isOne = { $in: ids };
  const pull = (path: string): UpdateFilter<EventDocument> => ({ $pull: { [path]: isOne } });
  await events.updateMany({ [member]: isOne, [own]: isOne }, { ...OWN_REVISED, ...pull(own) }, writing);
  await events.updateMany({ [member]: isOne, ...SINGLE }, { ...REVISED, ...pull(member) }, writing);
  await events.updateMany({ [member]: isOne }, pull(member), writing);
};

import type { EventQuery, MergedKind } from "@kalends/core/storage";
import type { Access } from "../database/collections.ts";
import type { LocatedVenues } from "../queries/venue-locations.ts";
import type { Session } from "../transactions/session.ts";

/**
 * Merge of a record whose links in events are not all moved yet. `merge` moves the links of few events at
 * once. For many events it stores pending merges, and `movePortion` moves the links. Until then, reads find
 * events by the ids of both the source and the target.
 */
export type PendingMerge = {
  readonly kind: MergedKind;
  readonly id: number;
  readonly targetId: number;
};

/** Collection of plugin records with the pending merges. It belongs to the calendar itself. */
const PENDING = "kalends/merging";

const toKey = ({ kind, id }: PendingMerge): string => `${kind} ${id}`;

/** Reads all pending merges. Usually none exist. */
export const readPending = async ({
  pluginDocuments,
  reading: { hint: _, ...reading },
}: Access): Promise<readonly PendingMerge[]> => {
  const found = await pluginDocuments.find({ collection: PENDING }, reading).toArray();
  // The type is safe, because only `replacePending` writes these records.
  return found.map(({ value }) => (JSON.parse(value) as { readonly merge: PendingMerge }).merge);
};

/**
 * Removes the pending merges in `old` and stores those in `now`. Each merge is nested in an object, so that
 * its members are not indexed.
 */
export const replacePending = async (
  { pluginDocuments, writing }: Access,
  old: readonly PendingMerge[],
  now: readonly PendingMerge[],
): Promise<void> => {
  if (old.length > 0)
    await pluginDocuments.deleteMany({ collection: PENDING, key: { $in: old.map(toKey) } }, writing);
  if (now.length === 0) return;
  const documents = now.map((merge) => {
    const key = toKey(merge);
    const value = JSON.stringify({ merge });
    return { _id: JSON.stringify([PENDING, key]), collection: PENDING, key, value };
  });
  await pluginDocuments.insertMany(documents, writing);
};

/** Reads all pending merges for lists. Callers that read at the same time share one read. */
export const listPending = (session: Session): Promise<readonly PendingMerge[]> =>
  session.coalesce("pending merges", () => session.read(readPending));

/** Returns the ids, together with the ids of the records that pending merges replace by one of them. */
export const withSources = (
  pending: readonly PendingMerge[],
  kinds: readonly MergedKind[],
  ids: readonly number[],
): readonly number[] => [
  ...ids,
  ...pending.flatMap(({ kind, id, targetId }) =>
    kinds.includes(kind) && ids.includes(targetId) ? [id] : [],
  ),
];

/** Returns the ids with the targets in place of the sources of pending merges, without duplicates. */
export const withTargets = (
  pending: readonly PendingMerge[],
  kinds: readonly MergedKind[],
  ids: Iterable<number>,
): readonly number[] => {
  const targets = new Map(
    pending.flatMap(({ kind, id, targetId }) => (kinds.includes(kind) ? [[id, targetId] as const] : [])),
  );
  return [...new Set([...ids].map((id) => targets.get(id) ?? id))];
};

const LINK_FILTERS = ["venueIds", "organizerIds", "categoryIds", "tagIds", "location"] as const;

/** True if the result of a query depends on pending merges. */
export const dependsOnMerges = (query: Pick<EventQuery, (typeof LINK_FILTERS)[number]>): boolean =>
  LINK_FILTERS.some((filter) => query[filter] !== undefined);

/** Returns the query with the sources of pending merges added to its filters by venue, organizer and term. */
export const expandQuery = <
  Query extends Pick<EventQuery, "venueIds" | "organizerIds" | "categoryIds" | "tagIds">,
>(
  query: Query,
  pending: readonly PendingMerge[],
): Query => {
  const { venueIds, organizerIds, categoryIds, tagIds } = query;
  return {
    ...query,
    ...(venueIds && { venueIds: withSources(pending, ["venue"], venueIds) }),
    ...(organizerIds && { organizerIds: withSources(pending, ["organizer"], organizerIds) }),
    ...(categoryIds && { categoryIds: withSources(pending, ["category"], categoryIds) }),
    ...(tagIds && { tagIds: withSources(pending, ["tag"], tagIds) }),
  };
};

/** Adds the sources of pending merges to the located venues. Each source gets the distance of its target. */
export const expandLocated = (
  located: LocatedVenues | undefined,
  pending: readonly PendingMerge[],
): LocatedVenues | undefined => {
  if (located === undefined || pending.length === 0) return located;
  const venues = new Map(
    pending.flatMap(({ kind, id, targetId }) => (kind === "venue" ? [[id, targetId] as const] : [])),
  );
  return {
    ...located,
    venueIds: withSources(pending, ["venue"], located.venueIds),
    distanceOf: (id) => located.distanceOf(id === undefined ? id : (venues.get(id) ?? id)),
  };
};

import type { Organizer, Venue } from "@kalends/core";
import {
  claimsSlug,
  foldName,
  type LinkedRepository,
  type OrganizerRepository,
  organizerSearchFields,
  type Page,
  RANKED,
  titleOf,
  type VenueQuery,
  type VenueRepository,
  venueSearchFields,
} from "@kalends/core/storage";
import type { Collection, Document, FindOneAndDeleteOptions, FindOptions } from "mongodb";
import type { Access } from "../database/collections.ts";
import { type OrganizerDocument, toMembers, toRecord } from "../database/documents.ts";
import { listPending, withTargets } from "../merging/pending-merges.ts";
import { every, isVisible, toLimits, when } from "../queries/clauses.ts";
import { toEntries } from "../queries/extension-entries.ts";
import { idsWithExternalId, toExternalKeys } from "../queries/external-ids.ts";
import { canBeSent, findWithEvents, isWithEvents, type LinkMember } from "../queries/linked-events.ts";
import { toLinkedFilter, toLinkedOrder, toLinkedSort } from "../queries/linked-query.ts";
import { toRanked } from "../queries/ranked-list.ts";
import { toValues } from "../queries/sortable-values.ts";
import { toGrams } from "../queries/text-index.ts";
import { findDuplicates, toDuplicateKeys } from "../queries/venue-duplicates.ts";
import { findLocatedVenues, toCells } from "../queries/venue-locations.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import { lockAgainstLinks, lockNamesOf, lockPredicate, toRecordReference } from "../transactions/locks.ts";
import type { Session } from "../transactions/session.ts";
import { freeId, reserveKeys, toExternalKeyIds } from "../transactions/unique-keys.ts";
import { createPostRepository } from "./post-repository.ts";
import { type Old, type PostSaving, savePosts } from "./post-saving.ts";
import { createReader } from "./records.ts";

/** Functions and names in which venues and organizers differ. */
interface LinkedKind<T> {
  readonly kind: "venue" | "organizer";
  readonly collection: "venues" | "organizers";
  readonly member: LinkMember;
  searchFields(record: T): readonly string[];
  /** Returns additional derived data for queries. */
  deriveMore?(record: T): Document;
}

const OLD = { slug: 1, imageId: 1, externalIds: 1, "derived.claimsSlug": 1 } as const;

const toLinkedDocument = <T extends Venue | Organizer>(
  { searchFields, deriveMore }: LinkedKind<T>,
  record: T,
) => {
  const fields = searchFields(record);
  return {
    ...toMembers<Venue | Organizer>(record),
    derived: {
      claimsSlug: claimsSlug(record),
      title: titleOf(record.name),
      foldedName: foldName(record.name),
      foldedDescription: foldName(record.description),
      fields,
      grams: toGrams(fields),
      ...toEntries(record),
      ...toValues(record),
      ...toExternalKeys(record),
      ...deriveMore?.(record),
    },
  };
};

/** Functions of the collections of venues and organizers that this module uses. */
interface LinkedCollection extends Pick<Collection, "aggregate"> {
  find(
    filter: { readonly _id: { readonly $in: readonly number[] } },
    options: FindOptions,
  ): { toArray(): Promise<readonly Pick<OrganizerDocument, "_id" | "derived">[]> };
  findOneAndDelete(
    filter: { readonly _id: number },
    options: FindOneAndDeleteOptions,
  ): Promise<Pick<OrganizerDocument, "slug" | "externalIds" | "derived"> | null>;
}

const linkedCollection = (access: Access, kind: "venue" | "organizer"): LinkedCollection =>
  access[`${kind}s`];

/** Removes a record and frees its slug and id. Returns false if it does not exist. */
export const removeLinked = async (
  access: Access,
  kind: "venue" | "organizer",
  id: number,
): Promise<boolean> => {
  const old = await linkedCollection(access, kind).findOneAndDelete(
    { _id: id },
    { ...access.writing, projection: OLD },
  );
  if (old === null) return false;
  const held = old.derived.claimsSlug ? { kind, name: old.slug } : undefined;
  await reserveKeys(access, id, { held, heldExternal: toExternalKeyIds(kind, old) });
  await lockAgainstLinks(access, toRecordReference(id));
  await freeId(access, id);
  return true;
};

/** Creates the common part of the repositories of venues and organizers. */
const createLinkedRepository = <T extends Venue | Organizer>(
  session: Session,
  linked: LinkedKind<T>,
): LinkedRepository<T, VenueQuery> => {
  const { kind, collection, member } = linked;
  const reader = createReader(session, collection, toRecord<T>);
  const posts = createPostRepository(session, collection, reader);
  const linkedTo = (eventId: number): Promise<readonly number[]> =>
    session.read(async ({ events, reading }) => {
      const found = await events.findOne({ _id: eventId }, { ...reading, projection: { [member]: 1 } });
      return [found?.[member] ?? []].flat();
    });
  /** Sorts ids of records, the newest first, by relevance. The records that are not ranked follow. */
  const byRelevance = async (newest: readonly number[], words: readonly string[]): Promise<number[]> => {
    const first = newest.slice(0, RANKED);
    const options = { projection: { "derived.fields": 1 }, batchSize: BATCH } as const;
    const found = await session.read((access) =>
      linkedCollection(access, kind)
        .find({ _id: { $in: first } }, { ...access.reading, ...options })
        .toArray(),
    );
    const texts = new Map(found.map(({ _id, derived }) => [_id, derived.fields.join("\n")]));
    const ranked = toRanked(
      first.map((id) => ({ id, text: texts.get(id) ?? "" })),
      words,
    );
    return [...ranked, ...newest.slice(RANKED)];
  };
  const list = async (query: VenueQuery): Promise<Page<T>> => {
    const isByEvents = [query.eventId, query.events, query.upcoming].some((filter) => filter !== undefined);
    const [linkedIds, named, located, foundWithEvents, pending] = await Promise.all([
      query.eventId === undefined ? undefined : linkedTo(query.eventId),
      query.externalId && idsWithExternalId(session, { collection }, query.externalId),
      query.location && findLocatedVenues(session, query.location),
      findWithEvents(session, member, query),
      isByEvents ? listPending(session) : [],
    ]);
    const ids = linkedIds && withTargets(pending, [kind], linkedIds);
    const withEvents = foundWithEvents.map((wanted) => ({
      ...wanted,
      ids: pending.length === 0 ? wanted.ids : new Set(withTargets(pending, [kind], wanted.ids)),
    }));
    const isSent = canBeSent(withEvents);
    const filter = every([
      toLinkedFilter(query, { ids, named, located }),
      ...(isSent ? withEvents.map(isWithEvents) : []),
    ]);
    const order = toLinkedOrder(query.order);
    const matches = [{ $match: filter }, { $sort: toLinkedSort(order) }];
    const { skip, limit } = toLimits(query);
    const isNearest = order.by === "distance" && located !== undefined;
    const isRanked = order.by === "relevance";
    if (isSent && !isNearest && !isRanked) return reader.list({ matches, skip, limit });
    const all = await session.read((access) =>
      linkedCollection(access, kind)
        .aggregate<{ readonly _id: number }>([...matches, { $project: { _id: 1 } }], {
          ...access.reading,
          batchSize: BATCH,
        })
        .toArray(),
    );
    const found = all
      .map(({ _id }) => _id)
      .filter((id) => isSent || withEvents.every((wanted) => wanted.isAmong === wanted.ids.has(id)));
    if (isNearest) found.sort((first, second) => located.distanceOf(first) - located.distanceOf(second));
    const sorted = isRanked ? await byRelevance(found, query.search ?? []) : found;
    if ((isNearest || isRanked) && order.descending === true) sorted.reverse();
    const shown = sorted.slice(skip, skip + limit);
    const records = new Map((await posts.findMany(shown)).map((record) => [record.id, record]));
    const items = shown.map((id) => records.get(id)).filter((record) => record !== undefined);
    return { items, total: found.length };
  };
  const saving: PostSaving<T, OldLinked> = {
    kind,
    collection,
    old: OLD,
    toDocument: (record) => toLinkedDocument(linked, record),
    locksOf: imageLocksOf,
  };
  return {
    ...posts,
    list: (query) => session.coalesce(`${kind}s ${JSON.stringify(query)}`, () => list(query)),
    save: (record) =>
      session.batched(`save ${collection}`, record, (access, records) => savePosts(access, saving, records)),
    remove: (id) => session.write((access) => removeLinked(access, kind, id)),
    async findDuplicate(name, description, visible) {
      const foldedName = foldName(name);
      const found = await reader.one(
        every([
          { "derived.foldedName": foldedName, status: { $ne: "trash" } },
          ...when(description, (text) => ({ "derived.foldedDescription": foldName(text) })),
          ...when(visible, (shown) => every(isVisible("status", shown))),
        ]),
        { sort: { _id: 1 } },
      );
      // A transaction that finds no record may store one, so it must conflict with others that store the same
      // name.
      if (found === undefined && session.inTransaction)
        await session.write((access) => lockPredicate(access, kind, foldedName));
      return found;
    },
  };
};

type OldLinked = Old & Pick<Venue, "imageId">;
type LinkedDocument = OldLinked & { readonly _id: number };

/** Returns the locks of the image to which the record is newly linked; none if the image stays the same. */
const imageLocksOf = (
  access: Access,
  { imageId }: Pick<Venue, "imageId">,
  old: Pick<Venue, "imageId"> | null,
): readonly string[] =>
  imageId === undefined || imageId === old?.imageId ? [] : lockNamesOf(access, [toRecordReference(imageId)]);

const VENUES: LinkedKind<Venue> = {
  kind: "venue",
  collection: "venues",
  member: "venueId",
  searchFields: venueSearchFields,
  deriveMore: (venue) => ({
    ...(venue.coordinates !== undefined && { cells: toCells(venue.coordinates) }),
    ...toDuplicateKeys(venue),
  }),
};
const ORGANIZERS: LinkedKind<Organizer> = {
  kind: "organizer",
  collection: "organizers",
  member: "organizerIds",
  searchFields: organizerSearchFields,
};

export const toVenueDocument = (venue: Venue): LinkedDocument => toLinkedDocument(VENUES, venue);

export const toOrganizerDocument = (organizer: Organizer): LinkedDocument =>
  toLinkedDocument(ORGANIZERS, organizer);

export const createVenueRepository = (session: Session): VenueRepository => ({
  ...createLinkedRepository(session, VENUES),
  duplicates: (visible, paging) => session.read((access) => findDuplicates(access, visible, paging)),
});

export const createOrganizerRepository = (session: Session): OrganizerRepository =>
  createLinkedRepository(session, ORGANIZERS);

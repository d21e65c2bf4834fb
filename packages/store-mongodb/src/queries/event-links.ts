import type { CalendarEvent, EventLink } from "@kalends/core";
import type { Access } from "../database/collections.ts";
import type { EventDocument } from "../database/documents.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import { lockAgainstLinks, lockNamesOf, toRecordReference, toTermReference } from "../transactions/locks.ts";
import { type Filter, LARGEST } from "./clauses.ts";

/** What of an event its links and the usage of its terms depend on. */
export const LINKS = {
  imageId: 1,
  status: 1,
  hideFromListings: 1,
  categoryIds: 1,
  tagIds: 1,
  venueId: 1,
  organizerIds: 1,
} as const;

type Linked = Pick<CalendarEvent & EventDocument, keyof typeof LINKS>;

const without = <T>(ids: readonly T[], others: readonly T[]): readonly T[] =>
  ids.filter((id) => !others.includes(id));

/** The locks of what an event is newly linked to. */
export const linkLocksOf = (access: Access, event: Linked, old: Linked | null): readonly string[] => {
  const [now, before] = [event, old].map((one) => (one === null ? [] : referencesOf(one)));
  return lockNamesOf(access, without(now ?? [], before ?? []));
};

const referencesOf = ({ venueId, organizerIds, imageId, categoryIds, tagIds }: Linked): readonly string[] => [
  ...[venueId, imageId, ...organizerIds].flatMap((id) => (id === undefined ? [] : [toRecordReference(id)])),
  ...[...categoryIds, ...tagIds].map(toTermReference),
];

const toFilter = (link: EventLink): Filter => {
  if ("venueId" in link) return { venueId: link.venueId };
  if ("organizerId" in link) return { organizerIds: link.organizerId };
  return { $or: [{ categoryIds: link.termId }, { tagIds: link.termId }] };
};

export const idsLinkedTo = async (
  { events, reading }: Access,
  link: EventLink,
  afterId: number,
  limit: number,
): Promise<readonly number[]> => {
  const options = { ...reading, projection: { _id: 1 }, batchSize: BATCH } as const;
  const found = events.find({ ...toFilter(link), _id: { $gt: afterId } }, { ...options, sort: { _id: 1 } });
  return (await found.limit(Math.min(limit, LARGEST)).toArray()).map(({ _id }) => _id);
};

export const unlinkVenue = async (access: Access, id: number): Promise<void> => {
  await lockAgainstLinks(access, toRecordReference(id));
  await access.events.updateMany({ venueId: id }, { $unset: { venueId: "" } }, access.writing);
};

export const unlinkOrganizer = async (access: Access, id: number): Promise<void> => {
  await lockAgainstLinks(access, toRecordReference(id));
  await access.events.updateMany({ organizerIds: id }, { $pull: { organizerIds: id } }, access.writing);
};

/** Takes a category or tag off every event. */
export const unlinkTerm = async (access: Access, id: number): Promise<void> => {
  const { events, writing } = access;
  await lockAgainstLinks(access, toTermReference(id));
  await events.updateMany({ categoryIds: id }, { $pull: { categoryIds: id } }, writing);
  await events.updateMany({ tagIds: id }, { $pull: { tagIds: id } }, writing);
};

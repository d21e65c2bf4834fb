import { type CalendarEvent, type CountedTerms, usageChange } from "@kalends/core";
import type { Access } from "../database/collections.ts";
import type { EventDocument } from "../database/documents.ts";
import { lockReferences } from "../transactions/locks.ts";

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

const TOUCH = { "derived.touched": 1 } as const;

const without = <T>(ids: readonly T[], others: readonly T[]): readonly T[] =>
  ids.filter((id) => !others.includes(id));

/**
 * Brings the usage of terms from what the event was to what it is, and locks what it is newly linked to.
 * Source: rules/terms.md#term-count.
 */
export const saveLinks = async (access: Access, event: Linked, old: Linked | null): Promise<void> => {
  await countTerms(access, event, old);
  await lockReferences(access, without(linkedIdsOf(event), old === null ? [] : linkedIdsOf(old)));
};

const linkedIdsOf = ({ venueId, organizerIds, imageId }: Linked): readonly (number | undefined)[] => [
  venueId,
  imageId,
  ...organizerIds,
];

const countTerms = async ({ terms, writing }: Access, event: Linked, old: Linked | null): Promise<void> => {
  const add = async ({ ids, status }: CountedTerms, count: number): Promise<void> => {
    if (ids.length === 0) return;
    const usage = status === undefined ? {} : { [`usage.${status}`]: count };
    await terms.updateMany({ _id: { $in: ids } }, { $inc: { ...TOUCH, ...usage } }, writing);
  };
  const { lost, gained } = usageChange(event, old ?? undefined);
  if (lost.status !== undefined) await add(lost, -1);
  await add(gained, 1);
};

export const unlinkVenue = async (access: Access, id: number): Promise<void> => {
  await lockReferences(access, [id]);
  await access.events.updateMany({ venueId: id }, { $unset: { venueId: "" } }, access.writing);
};

export const unlinkOrganizer = async (access: Access, id: number): Promise<void> => {
  await lockReferences(access, [id]);
  await access.events.updateMany({ organizerIds: id }, { $pull: { organizerIds: id } }, access.writing);
};

/** Takes a category or tag off every event. */
export const unlinkTerm = async ({ events, writing }: Access, id: number): Promise<void> => {
  await events.updateMany({ categoryIds: id }, { $pull: { categoryIds: id } }, writing);
  await events.updateMany({ tagIds: id }, { $pull: { tagIds: id } }, writing);
};

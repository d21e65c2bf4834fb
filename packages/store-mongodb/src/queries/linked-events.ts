import type { LinkedQuery } from "@kalends/core";
import { CLOCKS, listIndexName } from "../database/indexes.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import type { Session } from "../transactions/session.ts";
import { every, type Filter, isVisible } from "./clauses.ts";

/** The member of events with the ids of venues or organizers. */
export type LinkMember = "venueId" | "organizerIds";

const LEADS = { venueId: "venue", organizerIds: "organizer" } as const;

/** Records that have, or have not, such events. */
export interface WithEvents {
  readonly ids: ReadonlySet<number>;
  readonly isAmong: boolean;
}

/**
 * What a list asks of the events of its records: one read of all such events for each, grouped by their venue or organizer, on each shard
 * by itself. To look up the events of one record after another would ask every shard for each.
 */
export const findWithEvents = (
  session: Session,
  member: LinkMember,
  { events, upcoming }: LinkedQuery,
): Promise<readonly WithEvents[]> =>
  Promise.all([
    ...(events === undefined ? [] : [findLinked(session, member, events)]),
    ...(upcoming === undefined ? [] : [findUpcoming(session, member, upcoming)]),
  ]);

/** Hidden events count, too. No index is named: there are those of one clock, and it does not matter of which. */
const findLinked = async (
  session: Session,
  member: LinkMember,
  { linked, visible }: LinkedQuery["events"] & object,
): Promise<WithEvents> => {
  const hidden: Filter = { "derived.listed": null, recurrence: { $exists: false } };
  const found = await Promise.all([
    findLinks(session, member, isVisible("derived.listed", visible)),
    findLinks(session, member, [hidden, ...isVisible("status", visible)]),
  ]);
  return { ids: new Set(found.flat()), isAmong: linked === "any" };
};

const findUpcoming = async (
  session: Session,
  member: LinkMember,
  { visible, clock, from }: LinkedQuery["upcoming"] & object,
): Promise<WithEvents> => {
  const conditions = [...isVisible("derived.listed", visible), { [CLOCKS[clock].start]: { $gte: from } }];
  const found = await findLinks(session, member, conditions, listIndexName(LEADS[member], clock));
  return { ids: new Set(found), isAmong: true };
};

/** The ids in this member of all such events. */
const findLinks = async (
  session: Session,
  member: LinkMember,
  conditions: readonly Filter[],
  hint?: string,
): Promise<readonly number[]> => {
  const stages = [
    { $match: every([{ [member]: { $exists: true } }, ...conditions]) },
    ...(member === "organizerIds" ? [{ $unwind: "$organizerIds" }] : []),
    { $group: { _id: `$${member}` } },
  ];
  const found = await session.read(
    ({ events, reading }) =>
      events.aggregate<{ readonly _id: number }>(stages, { ...reading, batchSize: BATCH }).toArray(),
    hint,
  );
  return found.map(({ _id }) => _id);
};

/** From so many ids on, they are not sent to the server, which takes 16 MiB in one command, but compared here. */
const MOST_SENT = 200_000;

export const canBeSent = (all: readonly WithEvents[]): boolean =>
  all.every(({ ids }) => ids.size < MOST_SENT);

export const isWithEvents = ({ ids, isAmong }: WithEvents): Filter => ({
  _id: { [isAmong ? "$in" : "$nin"]: [...ids] },
});

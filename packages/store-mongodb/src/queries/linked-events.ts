import type { LinkedQuery } from "@kalends/core/storage";
import { CLOCKS, listIndexName } from "../database/indexes.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import type { Session } from "../transactions/session.ts";
import { every, type Filter, isListed } from "./clauses.ts";

/** Member of events that contains the id of the venue, or the ids of the organizers. */
export type LinkMember = "venueId" | "organizerIds";

const LEADS = { venueId: "venue", organizerIds: "organizer" } as const;

/**
 * Filter for venues, organizers or images by id. If `isAmong` is true, the records with these ids match. If
 * it is false, all other records match.
 */
export interface WithEvents {
  readonly ids: ReadonlySet<number>;
  readonly isAmong: boolean;
}

/**
 * Finds the venues or organizers of the events that `events` and `upcoming` describe. One command groups
 * these events by their venue or organizer, on each shard separately. A look-up for each record would query
 * every shard each time.
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

/**
 * Finds the venues or organizers of all visible events. Events that lists hide count too. No index is named:
 * only the indexes of one clock may exist, and both are suitable.
 */
const findLinked = async (
  session: Session,
  member: LinkMember,
  { linked, visible }: LinkedQuery["events"] & object,
): Promise<WithEvents> => ({
  ids: new Set(await findLinks(session, member, isListed(visible, "include"))),
  isAmong: linked === "any",
});

const findUpcoming = async (
  session: Session,
  member: LinkMember,
  { visible, clock, from }: LinkedQuery["upcoming"] & object,
): Promise<WithEvents> => {
  const conditions = [...isListed(visible), { [CLOCKS[clock].start]: { $gte: from } }];
  const found = await findLinks(session, member, conditions, listIndexName(LEADS[member], clock));
  return { ids: new Set(found), isAmong: true };
};

/** Returns the distinct ids in this member of the events that meet the conditions. */
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

/**
 * Maximum number of ids that are sent to the server, because it accepts commands of at most 16 MiB. With more
 * ids, this process compares them.
 */
const MAX_SENT = 200_000;

export const canBeSent = (all: readonly WithEvents[]): boolean => all.every(({ ids }) => ids.size < MAX_SENT);

export const isWithEvents = ({ ids, isAmong }: WithEvents): Filter => ({
  _id: { [isAmong ? "$in" : "$nin"]: [...ids] },
});

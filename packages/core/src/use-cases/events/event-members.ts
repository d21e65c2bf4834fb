import type { JsonObject } from "../../model/json.ts";
import type { EventView } from "../../model/views.ts";
import type { ExtensibleKind } from "../../plugins/contributions.ts";
import type { RecordExtensions } from "../../plugins/record-extensions.ts";
import type { Actor } from "../../rights/actor.ts";
import type { WrittenRecords } from "../../write-hooks/write-hook.ts";

/** Adds the members of plugins to event views, and to the venues and organizers inside them. */
export const withMembers = async (
  views: readonly EventView[],
  extensions: RecordExtensions,
  actor: Actor,
): Promise<readonly EventView[]> => {
  const shownVenues = views.flatMap(({ venue }) => (venue === undefined ? [] : [venue.venue]));
  const shownOrganizers = views.flatMap((view) => view.organizers.map(({ organizer }) => organizer));
  const shownEvents = views.map(({ event }) => event);
  const [events, venues, organizers] = await Promise.all([
    memberOf("event", shownEvents, extensions, actor),
    memberOf("venue", shownVenues, extensions, actor),
    memberOf("organizer", shownOrganizers, extensions, actor),
  ]);
  return views.map((view) => ({
    ...view,
    ...events(view.event),
    ...(view.venue && { venue: { ...view.venue, ...venues(view.venue.venue) } }),
    organizers: view.organizers.map((organizer) => ({ ...organizer, ...organizers(organizer.organizer) })),
  }));
};

/**
 * Returns a function that finds the members of a record. The members of each record are computed only once,
 * even if several events contain the record.
 */
const memberOf = async <Kind extends ExtensibleKind>(
  kind: Kind,
  records: readonly WrittenRecords[Kind][],
  extensions: RecordExtensions,
  actor: Actor,
): Promise<(record: WrittenRecords[Kind]) => { readonly members?: JsonObject }> => {
  const distinct = [...new Set(records)];
  const members = await extensions.membersOf(kind, distinct, actor);
  const found = new Map(distinct.map((record, index) => [record, members?.[index]]));
  return (record) => {
    const added = found.get(record);
    return added === undefined ? {} : { members: added };
  };
};

import type { LinkedQuery, Visibility } from "@kalends/core";
import type { Document } from "mongodb";
import { every, type Filter, isVisible } from "./clauses.ts";
import { CLOCKS } from "./indexes.ts";
import { fieldHolds } from "./text-index.ts";

/** How the events of a venue or organizer are found. */
export interface EventLink {
  /** The name of the collection of events. */
  readonly events: string;
  readonly member: "venueId" | "organizerIds";
}

/** The records that a list shows, by what they are themselves; `ids` are those linked to the event that was asked for. */
export const toLinkedFilter = ({ visible, search = [] }: LinkedQuery, ids?: readonly number[]): Filter =>
  every([
    ...isVisible("status", visible),
    ...fieldHolds(search),
    ...(ids === undefined ? [] : [{ _id: { $in: ids } }]),
  ]);

/** Further stages that keep the records with such events, or without. */
export const toLinkedStages = ({ events, upcoming }: LinkedQuery, link: EventLink): readonly Document[] => [
  ...(events === undefined ? [] : hasEvent(link, events.linked, isVisible("status", events.visible))),
  ...(upcoming === undefined
    ? []
    : hasEvent(link, "any", upcomingEvents(upcoming.visible, upcoming.clock, upcoming.from))),
];

const upcomingEvents = (visible: Visibility, clock: "local" | "utc", from: string): readonly Filter[] => [
  ...isVisible("derived.listed", visible),
  { [CLOCKS[clock].start]: { $gte: from } },
];

const hasEvent = (
  { events, member }: EventLink,
  linked: "any" | "none",
  filters: readonly Filter[],
): readonly Document[] => [
  {
    $lookup: {
      from: events,
      localField: "_id",
      foreignField: member,
      pipeline: [{ $match: every(filters) }, { $limit: 1 }, { $project: { _id: 1 } }],
      as: "linked",
    },
  },
  { $match: { linked: linked === "any" ? { $ne: [] } : [] } },
  { $unset: "linked" },
];

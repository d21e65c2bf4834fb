import type { LinkedQuery } from "@kalends/core";
import type { Document } from "mongodb";
import { CLOCKS } from "../database/indexes.ts";
import { every, type Filter, isVisible, when } from "./clauses.ts";
import { hasExtension } from "./extension-entries.ts";
import { fieldHolds } from "./text-index.ts";
import { isAt, type LocatedVenues } from "./venue-locations.ts";

/** How the events of a venue or organizer are found. */
export interface EventLink {
  /** The name of the collection of events. */
  readonly events: string;
  readonly member: "venueId" | "organizerIds";
}

/**
 * The records that a list shows, by what they are themselves; `ids` are those linked to the event that was asked for,
 * `located` the venues that are where they are to be.
 */
export const toLinkedFilter = (
  { visible, search = [], extensions = [] }: LinkedQuery,
  {
    ids,
    located,
  }: { readonly ids?: readonly number[] | undefined; readonly located?: LocatedVenues | undefined },
): Filter =>
  every([
    ...isVisible("status", visible),
    ...fieldHolds(search),
    ...extensions.map(hasExtension),
    ...when(ids, (linked) => ({ _id: { $in: linked } })),
    ...when(located, (wanted) => isAt("_id", wanted)),
  ]);

/** Further stages that keep the records with such events, or without: each looks at one event of a record at most. */
export const toLinkedStages = ({ events, upcoming }: LinkedQuery, link: EventLink): readonly Document[] => [
  ...(events === undefined
    ? []
    : hasEvent(link, events.linked, [{ $match: every(isVisible("status", events.visible)) }, FIRST])),
  ...(upcoming === undefined ? [] : hasEvent(link, "any", toUpcoming(upcoming))),
];

const FIRST: Document = { $limit: 1 };

/** The last event of a record decides whether it has one that is to come. */
const toUpcoming = ({ visible, clock, from }: LinkedQuery["upcoming"] & object): readonly Document[] => {
  const { start } = CLOCKS[clock];
  return [
    { $match: every(isVisible("derived.listed", visible)) },
    { $sort: { [start]: -1 } },
    FIRST,
    { $match: { [start]: { $gte: from } } },
  ];
};

const hasEvent = (
  { events, member }: EventLink,
  linked: "any" | "none",
  pipeline: readonly Document[],
): readonly Document[] => [
  {
    $lookup: {
      from: events,
      localField: "_id",
      foreignField: member,
      pipeline: [...pipeline, { $project: { _id: 1 } }],
      as: "linked",
    },
  },
  { $match: { linked: linked === "any" ? { $ne: [] } : [] } },
  { $unset: "linked" },
];

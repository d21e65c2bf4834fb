import type { LinkedOrder, LinkedQuery } from "@kalends/core/storage";
import { every, type Filter, isVisible, isWithin, NEWEST, oneOf, when } from "./clauses.ts";

import { hasExtension, hasOrigin } from "./extension-entries.ts";
import { fieldHolds } from "./text-index.ts";
import { isAt, type LocatedVenues } from "./venue-locations.ts";

/** Paths of the members by which lists sort. Lists by distance and by relevance are read newest first. */
const PATHS = { title: "derived.title", modified: "modifiedUtc", date: "date", id: "_id" } as const;

/** Returns the order of a list. The default is newest first. */
export const toLinkedOrder = (order: LinkedQuery["order"]): LinkedOrder => {
  if (order === "distance") return { by: order };
  return order ?? { by: "date", descending: true };
};

export const toLinkedSort = ({ by, descending }: LinkedOrder): Readonly<Record<string, 1 | -1>> => {
  if (by === "distance" || by === "relevance") return NEWEST;
  const direction = descending === true ? -1 : 1;
  return { [PATHS[by]]: direction, _id: direction };
};

/**
 * Returns the filter for a list of venues or organizers. `ids` are the records that are linked to the event
 * in the query. `named` are the records with the external id in the query. `located` are the venues that
 * match the location in the query.
 */
export const toLinkedFilter = (
  { visible, search = [], extensions = [], origin, authors, modified = {}, hasImage }: LinkedQuery,
  {
    ids,
    named,
    located,
  }: {
    readonly ids?: readonly number[] | undefined;
    readonly named?: readonly number[] | undefined;
    readonly located?: LocatedVenues | undefined;
  },
): Filter =>
  every([
    ...isVisible("status", visible),
    ...when(authors, (written) => oneOf("author", written)),
    ...isWithin("modifiedUtc", modified),
    ...when(hasImage, (has) => ({ imageId: { $exists: has } })),
    ...fieldHolds(search),
    ...extensions.map(hasExtension),
    ...when(origin, hasOrigin),
    ...when(ids, (linked) => ({ _id: { $in: linked } })),
    ...when(named, (found) => ({ _id: { $in: found } })),
    ...when(located, (wanted) => isAt("_id", wanted)),
  ]);

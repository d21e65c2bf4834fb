import type { LinkedQuery } from "@kalends/core/storage";
import { every, type Filter, isVisible, when } from "./clauses.ts";
import { hasExtension, hasOrigin } from "./extension-entries.ts";
import { fieldHolds } from "./text-index.ts";
import { isAt, type LocatedVenues } from "./venue-locations.ts";

/**
 * Returns the filter for a list of venues or organizers. `ids` are the records that are linked to the event
 * in the query. `named` are the records with the external id in the query. `located` are the venues that
 * match the location in the query.
 */
export const toLinkedFilter = (
  { visible, search = [], extensions = [], origin }: LinkedQuery,
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
    ...fieldHolds(search),
    ...extensions.map(hasExtension),
    ...when(origin, hasOrigin),
    ...when(ids, (linked) => ({ _id: { $in: linked } })),
    ...when(named, (found) => ({ _id: { $in: found } })),
    ...when(located, (wanted) => isAt("_id", wanted)),
  ]);

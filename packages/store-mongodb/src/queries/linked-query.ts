import type { LinkedQuery } from "@kalends/core";
import { every, type Filter, isVisible, when } from "./clauses.ts";
import { hasExtension } from "./extension-entries.ts";
import { fieldHolds } from "./text-index.ts";
import { isAt, type LocatedVenues } from "./venue-locations.ts";

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

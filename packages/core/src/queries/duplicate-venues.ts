import { duplicateKeys } from "../model/duplicate-keys.ts";
import type { Venue } from "../model/venue.ts";
import { isVisible, type Visibility } from "./conditions.ts";
import { byId, byNumber, inOrder, type Page, type Paging, toPage } from "./page.ts";

/** Ids of two venues that may be the same; the lower id comes first. */
export type VenuePair = readonly [first: number, other: number];

/**
 * Computes one page of pairs from all venues. If several venues have an equal key (`duplicateKeys`), each of
 * them is paired only with the one that has the lowest id. It is the reference implementation, with which
 * results of stores are compared.
 */
export const evaluateDuplicates = (
  visible: Visibility,
  paging: Paging,
  venues: readonly Venue[],
): Page<VenuePair> => {
  const firsts = new Map<string, number>();
  const pairs = new Map<string, VenuePair>();
  for (const venue of venues.filter((one) => isVisible(one, visible)).toSorted(byId))
    for (const key of duplicateKeys(venue, (text) => text).map(String)) {
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, venue.id);
      else pairs.set(`${first} ${venue.id}`, [first, venue.id]);
    }
  const order = inOrder<VenuePair>(
    byNumber(([first]) => first),
    byNumber(([, other]) => other),
  );
  return toPage([...pairs.values()], order, paging);
};

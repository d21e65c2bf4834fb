import { earliestShortStart, type UtcRange } from "@kalends/core/storage";
import { type PendingMerge, withSources } from "../merging/pending-merges.ts";
import { type Filter, oneOf } from "./clauses.ts";

/**
 * Condition that an event uses the venue in one of these ranges. Events that still have the source of a pending
 * merge use its target.
 */
export const isOccupying = (
  venueId: number,
  ranges: readonly UtcRange[],
  pending: readonly PendingMerge[],
): Filter => {
  const atVenue = oneOf("venueId", withSources(pending, ["venue"], [venueId]));
  return {
    $or: ranges.flatMap(({ from, until }) => [
      {
        ...atVenue,
        "derived.occupancy": "short",
        "schedule.utcStart": { $gte: earliestShortStart(from), $lt: until },
        "schedule.utcEnd": { $gt: from },
      },
      {
        ...atVenue,
        "derived.occupancy": "long",
        "schedule.utcStart": { $lt: until },
        "schedule.utcEnd": { $gt: from },
      },
    ]),
  };
};

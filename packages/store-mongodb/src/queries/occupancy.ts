import { earliestShortStart, type UtcRange } from "@kalends/core/storage";
import type { Filter } from "./clauses.ts";

/** Condition that an event uses the venue in one of these ranges. */
export const isOccupying = (venueId: number, ranges: readonly UtcRange[]): Filter => ({
  $or: ranges.flatMap(({ from, until }) => [
    {
      venueId,
      "derived.occupancy": "short",
      "schedule.utcStart": { $gte: earliestShortStart(from), $lt: until },
      "schedule.utcEnd": { $gt: from },
    },
    {
      venueId,
      "derived.occupancy": "long",
      "schedule.utcStart": { $lt: until },
      "schedule.utcEnd": { $gt: from },
    },
  ]),
});

import type { RecordField, RecordMembers } from "@kalends/core/plugin";
import { isSetByHand } from "./venue-address.ts";

const DESCRIPTION = "Whether the coordinates were set by hand: then the address never changes them.";

/** Kept with the venue; shown by `overwriteMember`, which knows that absent means false. */
export const overwriteField: RecordField = {
  record: "venue",
  name: "overwrite_coords",
  parameter: { description: `${DESCRIPTION} False when never sent.`, type: "boolean" },
  hidden: true,
};

export const overwriteMember: RecordMembers = {
  record: "venue",
  schemas: { overwrite_coords: { type: "boolean", description: DESCRIPTION } },
  membersOf: (venues) => venues.map((venue) => ({ overwrite_coords: isSetByHand(venue) })),
};

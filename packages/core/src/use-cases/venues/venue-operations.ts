import type { Venue } from "../../model/venue.ts";
import type { VenueView } from "../../model/views.ts";
import type { RecordOperations } from "../../operations.ts";
import type { ImageIntake } from "../images/image-intake.ts";
import { createLinkedOperations } from "../linked/linked-operations.ts";
import { createLinkedWriter, type LinkedWriter } from "../linked/linked-writer.ts";
import type { OperationDeps } from "../operation-deps.ts";
import { VENUE, type VenueDetails } from "./venue-kind.ts";

/** Writes venues, also those that come inside events. */
export type VenueWriter = LinkedWriter<Venue, VenueDetails>;

export const createVenueWriter = (deps: OperationDeps): VenueWriter => createLinkedWriter(VENUE, deps);

export const createVenueOperations = (
  deps: OperationDeps,
  intake: ImageIntake,
): RecordOperations<VenueView, Venue> =>
  createLinkedOperations<Venue, VenueDetails, VenueView>(
    VENUE,
    {
      plural: "venues",
      filters: deps.venueFilters,
      toView: (venue, image) => (image === undefined ? { venue } : { venue, image }),
    },
    deps,
    intake,
  );

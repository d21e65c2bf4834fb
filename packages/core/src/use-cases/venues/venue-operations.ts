import type { Venue } from "../../model/venue.ts";
import type { VenueView } from "../../model/views.ts";
import type { Mergeable, PostOperations, VenueOperations } from "../../operations.ts";
import { createLinkedViews, type LinkedViewsDeps } from "../linked/linked-views.ts";
import { type BusyDeps, createBusyOperation } from "./busy-operation.ts";
import { createDuplicatesOperation, type DuplicatesDeps } from "./duplicates-operation.ts";
import { VENUE } from "./venue-kind.ts";

/** Adds the operations that only venues have. */
export const createVenueOperations = (
  operations: PostOperations<VenueView, Venue> & Mergeable<VenueView, Venue>,
  deps: LinkedViewsDeps & BusyDeps & DuplicatesDeps,
): VenueOperations => ({
  ...operations,
  busy: createBusyOperation(operations.get, deps),
  duplicates: createDuplicatesOperation(createLinkedViews(VENUE, deps), deps),
});

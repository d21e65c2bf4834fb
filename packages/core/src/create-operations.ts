import type { Operations } from "./operations.ts";
import { createEventOperations } from "./use-cases/events/event-operations.ts";
import type { OperationDeps } from "./use-cases/operation-deps.ts";
import { createOrganizerOperations } from "./use-cases/organizers/organizer-operations.ts";
import { createTermOperations } from "./use-cases/terms/term-operations.ts";
import { createVenueOperations } from "./use-cases/venues/venue-operations.ts";

/** Everything the calendar can do, on a store. */
export const createOperations = (deps: OperationDeps): Operations => ({
  events: createEventOperations(deps),
  venues: createVenueOperations(deps),
  organizers: createOrganizerOperations(deps),
  categories: createTermOperations("category", deps),
  tags: createTermOperations("tag", deps),
});

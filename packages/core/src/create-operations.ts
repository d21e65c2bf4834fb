import type { Operations } from "./operations.ts";
import { createEventOperations } from "./use-cases/events/event-operations.ts";
import { createImageIntake } from "./use-cases/images/image-intake.ts";
import { createImageOperations } from "./use-cases/images/image-operations.ts";
import type { OperationDeps } from "./use-cases/operation-deps.ts";
import { createOrganizerOperations } from "./use-cases/organizers/organizer-operations.ts";
import { createTermOperations } from "./use-cases/terms/term-operations.ts";
import { createVenueOperations } from "./use-cases/venues/venue-operations.ts";

/** Everything the calendar can do, on a store. */
export const createOperations = (deps: OperationDeps): Operations => {
  const intake = createImageIntake(deps);
  return {
    events: createEventOperations(deps, intake),
    venues: createVenueOperations(deps, intake),
    organizers: createOrganizerOperations(deps, intake),
    categories: createTermOperations("category", deps),
    tags: createTermOperations("tag", deps),
    images: createImageOperations(deps, intake),
  };
};

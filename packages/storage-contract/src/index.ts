import { eventRepositoryContract } from "./event-repository.ts";
import type { OpenStore } from "./opened.ts";

export {
  ALL_LINKED,
  allTerms,
  anAccount,
  anEvent,
  anImage,
  anOrganizer,
  aTerm,
  aVenue,
  EVERYTHING,
  type EventFields,
  STATUSES,
} from "./fixtures.ts";
export type { OpenStore } from "./opened.ts";

/** Everything that every store does. `open` gives a new, empty store each time; the suites close it. */
export const storeContract = (open: OpenStore): void => {
  eventRepositoryContract(open);
};

import { accountStoreContract, durableAccountStoreContract } from "./account-store.ts";
import { blobStoreContract } from "./blob-store.ts";
import { concurrentSlugsContract } from "./concurrent-slugs.ts";
import { durableStoreContract } from "./durable.ts";
import { durableBlobStoreContract } from "./durable-blobs.ts";
import { eventRepositoryContract } from "./event-repository.ts";
import { idSequencesContract } from "./id-sequences.ts";
import { imageRepositoryContract } from "./image-repository.ts";
import { organizerRepositoryContract, venueRepositoryContract } from "./linked-repository.ts";
import { locationContract } from "./locations.ts";
import type { OpenStore } from "./opened.ts";
import { randomQueriesContract } from "./random-queries.ts";
import { roundTripContract } from "./round-trip.ts";
import { termRepositoryContract } from "./term-repository.ts";
import { unitOfWorkContract } from "./unit-of-work.ts";

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
export type { OpenAccounts, OpenStore } from "./opened.ts";
export type { DurableStore } from "./opener.ts";
export { seedsOf } from "./seeds.ts";
export { createDice } from "./texts.ts";
export {
  accountStoreContract,
  blobStoreContract,
  durableAccountStoreContract,
  durableBlobStoreContract,
  durableStoreContract,
};

/** Everything that every store does. `open` gives a new, empty store each time; the suites close it. */
export const storeContract = (open: OpenStore): void => {
  eventRepositoryContract(open);
  venueRepositoryContract(open);
  organizerRepositoryContract(open);
  termRepositoryContract(open);
  imageRepositoryContract(open);
  idSequencesContract(open);
  locationContract(open);
  randomQueriesContract(open);
  roundTripContract(open);
  unitOfWorkContract(open);
  concurrentSlugsContract(open);
};

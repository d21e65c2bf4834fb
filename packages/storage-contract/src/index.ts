import { accountStoreContract, durableAccountStoreContract } from "./account-store.ts";
import { blobStoreContract } from "./blob-store.ts";
import { durableStoreContract } from "./durability/durable.ts";
import { durableBlobStoreContract } from "./durability/durable-blobs.ts";
import { findingsOf, inspectionContract } from "./inspection.ts";
import { leaseContract } from "./leases.ts";
import type { OpenStore } from "./opened.ts";
import { outboxContract } from "./outbox/outbox.ts";
import { outboxConsumerContract } from "./outbox/outbox-consumers.ts";
import { duplicatesContract } from "./queries/duplicates.ts";
import { locationContract } from "./queries/locations.ts";
import { occupancyContract } from "./queries/occupancy.ts";
import { orderContract } from "./queries/orders.ts";
import { portionsContract } from "./queries/portions.ts";
import { randomQueriesContract } from "./queries/random-queries.ts";
import { documentRepositoryContract } from "./repositories/document-repository.ts";
import { eventRepositoryContract } from "./repositories/event-repository.ts";
import { externalIdContract } from "./repositories/external-ids.ts";
import { idSequencesContract } from "./repositories/id-sequences.ts";
import { imageRepositoryContract } from "./repositories/image-repository.ts";
import { organizerRepositoryContract, venueRepositoryContract } from "./repositories/linked-repository.ts";
import { manyMergedEventsContract } from "./repositories/many-merged-events.ts";
import { mergeRepositoryContract } from "./repositories/merge-repository.ts";
import { termRepositoryContract } from "./repositories/term-repository.ts";
import { versionRepositoryContract } from "./repositories/version-repository.ts";
import { roundTripContract } from "./round-trip.ts";
import { seriesListsContract } from "./series/series-lists.ts";
import { seriesRecordsContract } from "./series/series-records.ts";
import { concurrentSlugsContract } from "./transactions/concurrent-slugs.ts";
import { nativeTransactionContract } from "./transactions/native-transactions.ts";
import { transactionContract } from "./transactions/transactions.ts";
import { userIdContract } from "./user-ids.ts";

export type { DurableStore } from "./durability/opener.ts";
export {
  ALL_LINKED,
  aChange,
  allTerms,
  anAccount,
  anEvent,
  anImage,
  anOccurrence,
  anOrganizer,
  aSeries,
  aTerm,
  aVenue,
  EVERYTHING,
  type EventFields,
  type OccurrenceFields,
  STATUSES,
} from "./fixtures.ts";
export type { OpenAccounts, OpenStore } from "./opened.ts";
export { seedsOf } from "./random/seeds.ts";
export { createDice } from "./random/texts.ts";
export {
  accountStoreContract,
  blobStoreContract,
  durableAccountStoreContract,
  durableBlobStoreContract,
  durableStoreContract,
  findingsOf,
};

/**
 * Defines the tests that every store must pass. `open` must return a new, empty store each time. The tests
 * close it.
 */
export const storeContract = (open: OpenStore): void => {
  eventRepositoryContract(open);
  venueRepositoryContract(open);
  organizerRepositoryContract(open);
  termRepositoryContract(open);
  externalIdContract(open);
  seriesRecordsContract(open);
  seriesListsContract(open);
  imageRepositoryContract(open);
  documentRepositoryContract(open);
  versionRepositoryContract(open);
  mergeRepositoryContract(open);
  manyMergedEventsContract(open);
  idSequencesContract(open);
  leaseContract(open);
  userIdContract(open);
  outboxContract(open);
  outboxConsumerContract(open);
  locationContract(open);
  occupancyContract(open);
  duplicatesContract(open);
  randomQueriesContract(open);
  orderContract(open);
  portionsContract(open);
  roundTripContract(open);
  transactionContract(open);
  nativeTransactionContract(open);
  concurrentSlugsContract(open);
  inspectionContract(open);
};

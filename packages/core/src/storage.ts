/**
 * Package entry `@kalends/core/storage` for storage adapters: ports of stores, and queries with the functions
 * that evaluate them.
 */

// Model.

export type { Account, Passkey, SignInPassword, StoredCredential } from "./model/account.ts";
export { costRange, NO_COST, toCost } from "./model/cost.ts";
export {
  DUPLICATE_REASONS,
  type DuplicateReason,
  duplicateKeys,
  sharedReasons,
} from "./model/duplicate-keys.ts";
export {
  type ExternalId,
  externalIdKey,
  externalIdTaken,
  hasExternalId,
  ICAL_SOURCE,
  IMPORT_SOURCE,
  isUniqueSource,
  sharesExternalId,
  type WithExternalIds,
} from "./model/external-id.ts";
export { deepFreeze } from "./model/json.ts";
export {
  earliestShortStart,
  isOccupying,
  type Occupancy,
  occupancyOf,
  type UtcRange,
} from "./model/occupancy.ts";
export type { Extensions, PostStatus, RecordKind, RecordOrigin } from "./model/post.ts";
export {
  hasOwnTexts,
  type Occurrence,
  type OccurrenceChanges,
  type OccurrenceRow,
  toOccurrence,
  toOccurrenceRow,
} from "./model/recurrence/occurrence.ts";
export type {
  LinkPurpose,
  OneTimeLink,
  PasskeyChallenge,
  SignInRecord,
  SignInRecordKind,
  StoredSession,
} from "./model/sign-in-record.ts";
export type { TermUsage } from "./model/term.ts";
export { claimsSlug, decodeSlug, freeSlug, withSuffix } from "./model/text/slug.ts";
export {
  eventSearchText,
  foldName,
  foldText,
  imageSearchFields,
  organizerSearchFields,
  type TextSearch,
  toTextSearch,
  trigrams,
  venueSearchFields,
} from "./model/text/text-search.ts";
export type { Coordinates } from "./model/venue.ts";

// Ports.

export type {
  AccountRepository,
  AccountStore,
  SignInRecordOf,
  SignInRecordRepository,
  StoreWithAccounts,
} from "./ports/account-store.ts";
export { isBlobName } from "./ports/blob-store.ts";
export type { Finding, FindingKind, Inspection } from "./ports/inspection.ts";
export type { Leases } from "./ports/leases.ts";
export type {
  Outbox,
  OutboxChange,
  OutboxConsumer,
  OutboxEntry,
  OutboxFailure,
} from "./ports/outbox.ts";
export type { DocumentRepository, StoredDocument } from "./ports/repositories/document-repository.ts";
export type { ImageRepository } from "./ports/repositories/image-repository.ts";
export { MAX_MERGED, type Merge, type MergeRepository } from "./ports/repositories/merge-repository.ts";
export {
  MERGED_KINDS,
  type MergedKind,
  type MergedRecord,
  type MergedRecords,
  mergedCollection,
  mergedRecords,
} from "./ports/repositories/merged-records.ts";
export {
  type EventLink,
  type EventRepository,
  type LinkedRepository,
  MAX_RANGES,
  OCCURRENCES_PER_WRITE,
  type OrganizerRepository,
  type PostRepository,
  type VenueRepository,
} from "./ports/repositories/post-repository.ts";
export type { TermRepository } from "./ports/repositories/term-repository.ts";
export type {
  RecordVersion,
  VersionedKind,
  VersionRepository,
  VersionSummary,
} from "./ports/repositories/version-repository.ts";
export type { IdSequences, Sequence, Store } from "./ports/store.ts";
export { FIRST_USER_NUMBER, type UserId, type UserIds } from "./ports/user-ids.ts";

// Queries and their evaluators.

export {
  type ExtensionChoice,
  type ExtensionFilter,
  type ExtensionRange,
  extensionEntries,
  filterEntries,
  isLocated,
  isOfOrigin,
  isRange,
  isVisible,
  type OriginFilter,
  originEntry,
  type Visibility,
  type WallClockRange,
} from "./queries/conditions.ts";
export {
  byCollection,
  countDocuments,
  type DocumentQuery,
  evaluateDocumentQuery,
  type IndexedValue,
  indexedMembers,
  type ValueRange,
} from "./queries/document-query.ts";
export { evaluateDuplicates, type VenuePair } from "./queries/duplicate-venues.ts";
export {
  byFrequency,
  evaluateEventFacets,
  FACETS,
  type FacetCount,
  type FacetCounts,
  type FacetName,
  type FacetValue,
  includingCategories,
  monthOf,
} from "./queries/event-facets.ts";
export {
  type CostFilter,
  type EventQuery,
  evaluateEventQuery,
  isValueOrder,
  toNamedOrder,
  type ValueOrder,
  type VenueLocationFilter,
} from "./queries/event-query.ts";
export {
  type BoundingBox,
  type Circle,
  distanceBetween,
  hasArea,
  type LocationFilter,
  plainBoxes,
  searchBoxes,
} from "./queries/geography.ts";
export { evaluateImageQuery, type ImageQuery } from "./queries/image-query.ts";
export {
  evaluateOrganizerQuery,
  evaluateVenueQuery,
  isDuplicate,
  type LinkedQuery,
  type VenueQuery,
} from "./queries/linked-query.ts";
export {
  type LinkedOrder,
  type MemberOrder,
  type ModifiedRange,
  type OrderMember,
  type PostConditions,
  RANKED,
  titleOf,
} from "./queries/member-order.ts";
export { byId, byText, type Comparison, type Page, type Paging, reversed, toPage } from "./queries/page.ts";
export { relevanceOf } from "./queries/relevance.ts";
export {
  ancestors,
  type CountedTerms,
  evaluateTermQuery,
  type TermQuery,
  usageChange,
  withDescendants,
  withUsage,
} from "./queries/term-query.ts";
export {
  COMPARED,
  type Comparable,
  type FieldName,
  type FieldRange,
  fieldKey,
  fieldValues,
  toComparableRange,
} from "./queries/values.ts";

// Plugins and what they add.

export type { StorageOptions } from "./plugins/contributions.ts";

// Errors, operations and limits.

export { storageFull } from "./errors.ts";

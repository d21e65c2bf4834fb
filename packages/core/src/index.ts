export {
  ADJUSTMENT_REASONS,
  type Adjustment,
  type AdjustmentReason,
  MAX_ADJUSTMENTS,
  type Written,
} from "./adjustment.ts";
export type {
  CalendarApi,
  EventStreamQuery,
  EventsApi,
  FeedOptions,
  ImagesApi,
  OccurrencesApi,
  TransactionApi,
} from "./api/calendar-api.ts";
export type {
  PluginCalendar,
  StoredCategories,
  StoredEvents,
  StoredKind,
  StoredOccurrences,
  StoredRecords,
} from "./api/plugin-calendar.ts";
export type {
  EventFields,
  EventListQuery,
  EventUpdateFields,
  KnownEventFields,
  KnownEventListQuery,
  KnownLinkedListQuery,
  KnownOrganizerFields,
  KnownVenueFields,
  OrganizerFields,
  OrganizerListQuery,
  Paging as PagingQuery,
  Scoped,
  TermFields,
  TermListQuery,
  VenueFields,
  VenueListQuery,
} from "./api/record-values.ts";
export type {
  ConditionOptions,
  RecordsApi,
  RemoveOptions,
  StreamOptions,
  UpdateOptions,
  WriteOptions,
} from "./api/records-api.ts";
export type { CoreCapacities } from "./capacities.ts";
export { createOperations, type OperationDeps } from "./create-operations.ts";
export type { ErrorCode, ErrorDetails, Explanation, Problem, ProblemReason } from "./errors.ts";
export {
  CalendarError,
  ClientGone,
  invalidParameter,
  isCalendarError,
  isStorageFailure,
  storageFull,
  storageUnavailable,
} from "./errors.ts";
export { createFairLimiter, type FairLimiter, type Permit, type Places } from "./fair-limiter.ts";
export type { EventFilter, OrganizerFilter, VenueFilter } from "./filters/list-filter.ts";
export { eventFilter } from "./filters/list-filter.ts";
export type { Account, StoredCredential } from "./model/account.ts";
export {
  type Amount,
  amountsOf,
  type Cost,
  type CostRange,
  costRange,
  type DecimalMark,
  decimalMarkOf,
  findAmounts,
  NO_COST,
  toCost,
} from "./model/cost.ts";
export { adjustmentOfDate, type Moment, parseDate, parseMoment } from "./model/date-parsing/parse-date.ts";
export { type CalendarEvent, EVENT_STATUSES, type EventStatus } from "./model/event.ts";
export type { Image, ImageRefusal, ImageSize, RefusedImage } from "./model/image.ts";
export {
  imageFiles,
  imageTypeOf,
  MAX_ALT_LENGTH,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_PIXELS,
  toImageAlt,
} from "./model/image.ts";
export {
  deepFreeze,
  isObject,
  type JsonObject,
  type JsonSchema,
  type JsonType,
  type JsonValue,
} from "./model/json.ts";
export { type NetworkSize, toNetwork } from "./model/network.ts";
export type { Organizer } from "./model/organizer.ts";
export type { Extensions, Post, PostStatus, RecordKind, RecordOrigin } from "./model/post.ts";
export {
  checkRecurrence,
  type RecurrenceLimits,
  withFirstStart,
} from "./model/recurrence/check-recurrence.ts";
export { goesOn, type Instance, type InstanceRange, instancesOf } from "./model/recurrence/instances.ts";
export { mendRule } from "./model/recurrence/mend-rule.ts";
export {
  changesOf,
  hasOwnTexts,
  type Occurrence,
  type OccurrenceChanges,
  type OccurrenceRow,
  toOccurrence,
  toOccurrenceRow,
} from "./model/recurrence/occurrence.ts";
export { parseRecurrence, type SentRecurrence } from "./model/recurrence/parse-recurrence.ts";
export { isRecurring, isSeries, type Recurrence } from "./model/recurrence/recurrence.ts";
export { shiftRecurrence, writtenRules } from "./model/recurrence/shift-recurrence.ts";
export { splitRecurrence } from "./model/recurrence/split-recurrence.ts";
export { toRecurrenceId, writtenRecurrenceId } from "./model/recurrence/wall-clock-text.ts";
export { type IfMatch, type Revised, revisionOf } from "./model/revision.ts";
export type { SiteSettings } from "./model/site.ts";
export type { Taxonomy, Term, TermUsage, UsedTerm } from "./model/term.ts";
export { isBlank, trimCharacters } from "./model/text/characters.ts";
export { BLOCK_ELEMENTS, escapeAngles, escapeHtml, textToHtml } from "./model/text/html.ts";
export { toInertText, toLoggedAddress } from "./model/text/logged-text.ts";
export { toLine, toPlainText, toTermName, toWebsite } from "./model/text/plain-text.ts";
export { claimsSlug, decodeSlug, freeSlug, toSlug, withSuffix } from "./model/text/slug.ts";
export {
  eventSearchText,
  foldName,
  foldText,
  organizerSearchFields,
  type TextSearch,
  toTextSearch,
  trigrams,
  venueSearchFields,
} from "./model/text/text-search.ts";
export { createSchedule, dayBounds, type Schedule } from "./model/time/schedule.ts";
export {
  abbreviationAt,
  fixedOffsetOf,
  isRepeated,
  isSameClock,
  isTimeZone,
  settleWallClock,
  toUtc,
  toWallClock,
  ZONE_DATA_VERSION,
  zonePeriods,
} from "./model/time/time-zone.ts";
export {
  addMonths,
  DAY,
  millisecondsOf,
  NO_INSTANT,
  toIsoTime,
  utcText,
  type WallClock,
} from "./model/time/wall-clock.ts";
export {
  type FilePart,
  fileOf,
  isFilePart,
  toFilePart,
  type Upload,
  type UploadedFile,
} from "./model/upload.ts";
export type { Coordinates, Venue } from "./model/venue.ts";
export type { EventView, ListResult, OrganizerView, TermView, VenueView } from "./model/views.ts";
export type {
  AnyOperation,
  Call,
  CollectionOperation,
  Found,
  ItemOperation,
  Operation,
  PathTarget,
  Target,
} from "./operation.ts";
export type {
  EventFeed,
  EventOperations,
  FeedRequest,
  ImageOperations,
  OccurrenceOperations,
  Operations,
  PostOperations,
  RecordOperations,
  RecordStream,
} from "./operations.ts";
export type { OperationMethod, OwnFile, Parameter, Parameters, ParameterValues } from "./parameter.ts";
export { checkText, MAX_NAME_LENGTH, resolveUrlOrEmpty, toBoolean, toNumber } from "./parameters/scalars.ts";
export { toWebAddress } from "./parameters/web-address.ts";
export { beyondBounds, faultOfBounds } from "./parsing/declared-bounds.ts";
export { MAX_DEPTH, MAX_VALUES, SHOWN_NAME } from "./parsing/hostile-values.ts";
export { nearestName } from "./parsing/nearest-name.ts";
export { parse, type RawValues } from "./parsing/parse.ts";
export { isPending } from "./pending.ts";
export { findTarget, perform } from "./perform.ts";
export type {
  AuthenticatedUser,
  AuthenticationFailure,
  AuthenticationRequest,
  AuthenticationScheme,
} from "./plugins/authentication.ts";
export { createCollectionOf, type DocumentCollection } from "./plugins/collections.ts";
export type {
  ExtensibleKind,
  Job,
  ListFormat,
  MemberSchemas,
  PluginCommand,
  RecordField,
  RecordMembers,
  StorageOptions,
  StorageScheme,
} from "./plugins/contributions.ts";
export {
  demandQueries,
  isolateEventFilter,
  isolateLinkedFilter,
  isolateMembers,
  type ProblemOfField,
} from "./plugins/error-boundary.ts";
export type {
  EventFormat,
  FeedEvents,
  FormatContext,
  FormatSubject,
  FormattedEvent,
} from "./plugins/event-format.ts";
export type {
  Importer,
  ImporterOptions,
  ImportOutcome,
  ImportProgress,
  ImportSource,
} from "./plugins/importer.ts";
export type { IssuedCredentials } from "./plugins/issued-credentials.ts";
export type { ErasedRecord, Person, PersonalData } from "./plugins/personal-data.ts";
export type {
  CreateService,
  OptionValue,
  OptionValues,
  Plugin,
  PluginContributions,
  PluginModule,
  PluginOption,
} from "./plugins/plugin.ts";
export type {
  HttpGet,
  PluginDeps,
  SiteOfPlugins,
} from "./plugins/plugin-deps.ts";
export { toFilterParameters, toRouteParameters } from "./plugins/plugin-parameters.ts";
export type {
  PluginRoute,
  RouteAnswer,
  RouteContent,
  RouteRequest,
  RouteSecrets,
  SentContent,
} from "./plugins/plugin-route.ts";
export { type PluginTexts, translationsOf } from "./plugins/plugin-texts.ts";
export type { Presenter } from "./plugins/presenter.ts";
export { createRecordExtensions, type Owned, type RecordExtensions } from "./plugins/record-extensions.ts";
export type { LeaseOptions, RunLeased } from "./plugins/run-leased.ts";
export type {
  PageTarget,
  SentForm,
  WebsiteAnswer,
  WebsiteHandler,
  WebsiteRequest,
} from "./plugins/website.ts";
export type { AccountRepository, AccountStore, StoreWithAccounts } from "./ports/account-store.ts";
export type {
  AccountAdministration,
  AccountChange,
  AccountChangeOptions,
  AccountProfile,
  AccountSummary,
  Accounts,
  Authentication,
  Authors,
  Credentials,
} from "./ports/accounts.ts";
export { type BlobStore, type ByteRange, isBlobName } from "./ports/blob-store.ts";
export type { Clock } from "./ports/clock.ts";
export {
  DOMAIN_EVENT_NAMES,
  type DomainEvent,
  type DomainEventListener,
  type DomainEventName,
  type DomainEventSink,
  type DomainEvents,
  type DurableListener,
  type RequestTrace,
  type StoredDomainEvent,
} from "./ports/domain-events.ts";
export type {
  FetchRefusal,
  GuardedAnswer,
  GuardedFetch,
  GuardedFetchOptions,
} from "./ports/guarded-fetch.ts";
export type { HtmlCleaner } from "./ports/html-cleaner.ts";
export type { ImageFetcher } from "./ports/image-fetcher.ts";
export type { ImageRenderer, ImageSender, RenderedFile, RenderedImage } from "./ports/image-renderer.ts";
export { FINDING_KINDS, type Finding, type FindingKind, type Inspection } from "./ports/inspection.ts";
export type { Leases } from "./ports/leases.ts";
export type { LogFields, Logger, LogSeverity } from "./ports/logger.ts";
export type {
  ChangedKind,
  Outbox,
  OutboxChange,
  OutboxEntry,
  OutboxFailure,
  OutboxReader,
  StoredOrigin,
} from "./ports/outbox.ts";
export type { DocumentRepository, StoredDocument } from "./ports/repositories/document-repository.ts";
export type { ImageRepository } from "./ports/repositories/image-repository.ts";
export type {
  EventLink,
  EventRepository,
  FieldValue,
  LinkedRepository,
  OrganizerRepository,
  PostRepository,
  VenueRepository,
} from "./ports/repositories/post-repository.ts";
export { OCCURRENCES_PER_WRITE } from "./ports/repositories/post-repository.ts";
export { readInBatches } from "./ports/repositories/read-in-batches.ts";
export type { TermRepository } from "./ports/repositories/term-repository.ts";
export type { Secrets } from "./ports/secrets.ts";
export type { CacheUse, IdSequences, Repositories, Sequence, Store } from "./ports/store.ts";
export { FIRST_USER_NUMBER, type UserId, type UserIds } from "./ports/user-ids.ts";
export type {
  ExtensionChoice,
  ExtensionFilter,
  ExtensionRange,
  Visibility,
  WallClockRange,
} from "./queries/conditions.ts";
export { extensionEntries, filterEntries, isLocated, isRange, isVisible } from "./queries/conditions.ts";
export {
  byCollection,
  countDocuments,
  type DocumentQuery,
  evaluateDocumentQuery,
  type IndexedValue,
  indexedMembers,
  isDocumentKey,
  isIndexable,
  LARGEST_DOCUMENT,
  type ValueRange,
} from "./queries/document-query.ts";
export {
  type CostFilter,
  type CostOrder,
  type EventQuery,
  evaluateEventQuery,
  type FieldOrder,
  type ValueOrder,
  type VenueLocationFilter,
} from "./queries/event-query.ts";
export type { BoundingBox, Circle, LocationFilter } from "./queries/geography.ts";
export { boxAround, distanceBetween, hasArea, plainBoxes, searchBoxes } from "./queries/geography.ts";
export type { LinkedQuery, VenueQuery } from "./queries/linked-query.ts";
export { evaluateOrganizerQuery, evaluateVenueQuery } from "./queries/linked-query.ts";
export type { Page, Paging } from "./queries/page.ts";
export {
  ancestors,
  type CountedTerms,
  evaluateTermQuery,
  type TermQuery,
  usageChange,
  withDescendants,
  withUsage,
} from "./queries/term-query.ts";
export type { Comparable, FieldName, FieldRange } from "./queries/values.ts";
export { COMPARED, fieldKey, fieldValues, toComparable, toComparableRange } from "./queries/values.ts";
export type {
  Actor,
  ActorRole,
  Capabilities,
  Capability,
  Role,
  UsedCredential,
  WorkAccount,
} from "./rights/actor.ts";
export {
  ANONYMOUS,
  actorOf,
  CAPABILITIES,
  can,
  mayIssueCredentials,
  ROLE_CAPABILITIES,
  ROLES,
} from "./rights/actor.ts";
export { createPolicies, type Policies, withPolicies } from "./rights/policies.ts";
export type { Narrowing, Policy, PolicyAction, PolicyContext } from "./rights/policy.ts";
export type { PostStatusDefinition, PostStatuses } from "./rights/post-statuses.ts";
export { createPostStatuses, problemsOfPostStatuses } from "./rights/post-statuses.ts";
export type { RecordedChange } from "./unit-of-work/recorded-changes.ts";
export { createSlices, type Slices, type SlicesDeps } from "./unit-of-work/slices.ts";
export { createTransact, type OutboxSwitch, type TransactionParticipant } from "./unit-of-work/transact.ts";
export { withUnitsOfWork } from "./unit-of-work/unit-of-work.ts";
export { type AmendDeps, createAmend } from "./use-cases/amend-record.ts";
export {
  AUDIT_ACTIONS,
  AUDIT_COLLECTION,
  type AuditAction,
  type AuditEntry,
  auditTimeText,
  toAuditDocument,
  toAuditEntry,
} from "./use-cases/audit/audit-entry.ts";
export { toAuditedRecord, toAuditedTime } from "./use-cases/audit/audit-operation.ts";
export { createAuditParticipant } from "./use-cases/audit/audit-participant.ts";
export type { AuditChange } from "./use-cases/audit/audited-members.ts";
export {
  type AuditPage,
  type AuditQuery,
  createReadAudit,
  type ReadAudit,
} from "./use-cases/audit/read-audit.ts";
export {
  type ChangeFeed,
  type ChangesPage,
  createReadChanges,
  type ReadChanges,
  type ReadChangesDeps,
} from "./use-cases/changes/read-changes.ts";
export type { FeedChange, FeedKind } from "./use-cases/changes/shown-records.ts";
export { type ExamineStoreDeps, examineStore } from "./use-cases/doctor/examine-store.ts";
export { blankLinked, blankRecords } from "./use-cases/erasure/blank-records.ts";
export {
  type Erasable,
  type Erasure,
  type ErasureMemory,
  erasureMemory,
} from "./use-cases/erasure/erasure-memory.ts";
export { createImageFiles, type ImageFiles } from "./use-cases/images/image-files.ts";
export { recordsShowing } from "./use-cases/images/image-visibility.ts";
export { type ImportedPath, type ImportedPaths, importedPaths } from "./use-cases/imports/imported-paths.ts";
export {
  type ImportedList,
  type ImportedRecord,
  type ImportedRecords,
  importedRecords,
  MAX_OPEN_LINKS,
} from "./use-cases/imports/imported-records.ts";
export {
  hasInstance,
  type ImportMoment,
  keptSeries,
  type OccurrencePlace,
  saveImportedOccurrence,
  saveImportedSeries,
  toImportedOccurrence,
} from "./use-cases/imports/imported-series.ts";
export { type ImportedSites, importedSites } from "./use-cases/imports/imported-sites.ts";
export { findImportedViews, type ImportedViews, toUsualView } from "./use-cases/imports/imported-views.ts";
export { toOldPath } from "./use-cases/imports/old-path.ts";
export { findOldUpload, isImagePath, type OldUpload, pathOfForms } from "./use-cases/imports/old-uploads.ts";
export {
  DATED_VIEWS,
  EVENTS_PATH,
  FIXED_VIEWS,
  type OldView,
  SAME_VIEWS,
} from "./use-cases/imports/old-views.ts";
export { type TrashedList, trashImported } from "./use-cases/imports/trash-imported.ts";
export type { MemberNames } from "./use-cases/posts/post-fields.ts";
export { recordPortions } from "./use-cases/posts/record-portions.ts";
export { createTexts, type Texts } from "./use-cases/posts/texts.ts";
export { createPublishDue, type PublishDue } from "./use-cases/publish-due.ts";
export { createExtendHorizon, type ExtendHorizon } from "./use-cases/series/extend-horizon.ts";
export { horizonAt } from "./use-cases/series/horizon.ts";
export { planRows, type RowPlan, type WantedStart } from "./use-cases/series/plan-rows.ts";
export { createRecompute, type MovedEvent, type Recompute } from "./use-cases/series/recompute.ts";
export { type SettledSeries, settleOccurrences } from "./use-cases/series/settle-occurrences.ts";
export { recurrenceLimits } from "./use-cases/series/settle-recurrence.ts";
export { createTermViews, type TermViews } from "./use-cases/terms/term-views.ts";
export { createWriteHooks, type WriteHooks } from "./write-hooks/run-hooks.ts";
export type {
  PendingWrite,
  WriteHook,
  WriteRefusal,
  WrittenKind,
  WrittenRecord,
  WrittenRecords,
} from "./write-hooks/write-hook.ts";

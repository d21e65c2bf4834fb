/** What plugins may use, as the entry `@kalends/core/plugin`. */
export type { AdjustmentReason, ValueAdjustment } from "./adjustment.ts";
export type {
  CalendarApi,
  EventStreamQuery,
  EventsApi,
  FeedOptions,
  ImagesApi,
  OccurrencesApi,
} from "./api/calendar-api.ts";
export type {
  PluginCalendar,
  StoredCategories,
  StoredEvents,
  StoredKind,
  StoredOccurrences,
  StoredRecords,
} from "./api/plugin-calendar.ts";
export type { EventFields, EventListQuery, KnownEventFields } from "./api/record-values.ts";
export type {
  ConditionOptions,
  RecordsApi,
  RemoveOptions,
  StreamOptions,
  UpdateOptions,
  WriteOptions,
} from "./api/records-api.ts";
export type { ErrorCode, ErrorDetails, Problem, ProblemReason } from "./errors.ts";
export {
  CalendarError,
  invalidParameter,
  isCalendarError,
  isStorageFailure,
  limitReached,
  storageFull,
  storageUnavailable,
} from "./errors.ts";
export { createFairLimiter, type FairLimiter, type Permit } from "./fair-limiter.ts";
export type { EventDecoration, EventFilter, OrganizerFilter, VenueFilter } from "./filters/list-filter.ts";
export { eventFilter, organizerFilter, venueFilter } from "./filters/list-filter.ts";
export type { Account, StoredCredential } from "./model/account.ts";
export { amountsOf, type Cost, type CostRange, costRange, type DecimalMark } from "./model/cost.ts";
export { type CalendarEvent, EVENT_STATUSES, type EventStatus } from "./model/event.ts";
export type { Image, ImageSize } from "./model/image.ts";
export type { JsonObject, JsonSchema, JsonValue } from "./model/json.ts";
export { type NetworkSize, toNetwork } from "./model/network.ts";
export type { Organizer } from "./model/organizer.ts";
export type { Extensions, Post, PostStatus, RecordKind, RecordOrigin } from "./model/post.ts";
export { unusedExceptions } from "./model/recurrence/check-recurrence.ts";
export { type Instance, type InstanceRange, instancesOf } from "./model/recurrence/instances.ts";
export { type MendedRule, mendRule } from "./model/recurrence/mend-rule.ts";
export {
  changesOf,
  type Occurrence,
  type OccurrenceChanges,
  type OccurrenceRow,
  toOccurrence,
  toOccurrenceRow,
} from "./model/recurrence/occurrence.ts";
export { MAX_DATES, MAX_EXCEPTIONS, MAX_RULES } from "./model/recurrence/parse-recurrence.ts";
export { isRecurring, isSeries, type Recurrence } from "./model/recurrence/recurrence.ts";
export { writtenRules } from "./model/recurrence/shift-recurrence.ts";
export { startsOfRules } from "./model/recurrence/starts-of-rules.ts";
export { writtenRecurrenceId } from "./model/recurrence/wall-clock-text.ts";
export { type Revised, revisionOf } from "./model/revision.ts";
export type { SiteSettings } from "./model/site.ts";
export type { Taxonomy, Term, TermUsage, UsedTerm } from "./model/term.ts";
export { escapeHtml, textToHtml } from "./model/text/html.ts";
export { toLine, toPlainText } from "./model/text/plain-text.ts";
export { claimsSlug } from "./model/text/slug.ts";
export {
  eventSearchText,
  foldName,
  foldText,
  organizerSearchFields,
  type TextSearch,
  trigrams,
  venueSearchFields,
} from "./model/text/text-search.ts";
export { createSchedule, type Schedule } from "./model/time/schedule.ts";
export {
  abbreviationAt,
  fixedOffsetOf,
  ianaNameOf,
  isRepeated,
  isTimeZone,
  toUtc,
  toWallClock,
  ZONE_DATA_VERSION,
  type ZonePeriod,
  zonePeriods,
} from "./model/time/time-zone.ts";
export {
  addMonths,
  DAY,
  millisecondsOf,
  toIsoTime,
  utcText,
  type WallClock,
} from "./model/time/wall-clock.ts";
export { type FilePart, toFilePart, type UploadedFile } from "./model/upload.ts";
export type { Coordinates, Venue } from "./model/venue.ts";
export type { EventView, ListResult, OrganizerView, TermView, VenueView } from "./model/views.ts";
export type {
  Documented,
  Parameter,
  ParameterContext,
  Parameters,
  ParametersFor,
  ParameterValues,
  Resolution,
} from "./parameter.ts";
export { checkText, flag, toBoolean, toNumber } from "./parameters/scalars.ts";
export { type TermName, termName } from "./parameters/term-name.ts";
export { toWebAddress } from "./parameters/web-address.ts";
export type {
  AuthenticatedUser,
  AuthenticationFailure,
  AuthenticationRequest,
  AuthenticationScheme,
} from "./plugins/authentication.ts";
export type {
  Collection,
  CollectionList,
  CollectionOf,
  CollectionPage,
  DocumentCollection,
  InsertBound,
} from "./plugins/collections.ts";
export type {
  CommandArgument,
  CommandCall,
  CommandOption,
  ExtensibleKind,
  Job,
  ListFormat,
  MaybePure,
  MemberSchemas,
  MembersOf,
  PluginCommand,
  Purity,
  RecordField,
  RecordMembers,
  StorageOptions,
  StorageScheme,
} from "./plugins/contributions.ts";
export { definePlugin, type PluginDefinition } from "./plugins/define-plugin.ts";
export {
  type EventFormat,
  eventFormat,
  type FeedEvents,
  type FormatContext,
  type FormatSubject,
  type FormattedEvent,
} from "./plugins/event-format.ts";
export type {
  Importer,
  ImporterOptions,
  ImportOutcome,
  ImportProgress,
  ImportSource,
} from "./plugins/importer.ts";
export type { IssuedCredentials } from "./plugins/issued-credentials.ts";
export {
  changeAll,
  type Deciders,
  decidersOf,
  isDecidedBy,
  labelsOf,
  type MadeWith,
  madeWithOf,
} from "./plugins/made-with.ts";
export type { ErasedRecord, Person, PersonalData } from "./plugins/personal-data.ts";
export type {
  CreateService,
  LicenseVerdict,
  OptionsSchema,
  OptionValue,
  OptionValues,
  Plugin,
  PluginContributions,
  PluginDeclarations,
  PluginModule,
  PluginOption,
  PluginRequirements,
} from "./plugins/plugin.ts";
export type {
  Amend,
  Amendment,
  HttpAnswer,
  HttpGet,
  HttpGetOptions,
  PluginDeps,
  ReadFile,
  ShownField,
  SiteOfPlugins,
} from "./plugins/plugin-deps.ts";
export {
  type PluginRoute,
  pluginRoute,
  type RouteAnswer,
  type RouteContent,
  type RouteRequest,
  type RouteSecrets,
  type SentContent,
} from "./plugins/plugin-route.ts";
export { englishOf, type PluginTexts } from "./plugins/plugin-texts.ts";
export type { Presenter } from "./plugins/presenter.ts";
export type { LeaseOptions, RunLeased } from "./plugins/run-leased.ts";
export type {
  PageTarget,
  SentForm,
  WebsiteAnswer,
  WebsiteHandler,
  WebsiteRequest,
} from "./plugins/website.ts";
export type { AccountRepository, AccountStore, StoreWithAccounts } from "./ports/account-store.ts";
export type { BlobStore, ByteRange } from "./ports/blob-store.ts";
export type { Clock } from "./ports/clock.ts";
export {
  DOMAIN_EVENT_NAMES,
  type DomainEventListener,
  type DomainEventName,
  type DomainEvents,
  type DurableListener,
  type StoredDomainEvent,
} from "./ports/domain-events.ts";
export type {
  FetchRefusal,
  GuardedAnswer,
  GuardedFetch,
  GuardedFetchOptions,
} from "./ports/guarded-fetch.ts";
export type { Finding, FindingKind, Inspection } from "./ports/inspection.ts";
export type { Leases } from "./ports/leases.ts";
export type { Logger, LogSeverity } from "./ports/logger.ts";
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
  isIndexable,
  type ValueRange,
} from "./queries/document-query.ts";
export {
  type CostFilter,
  type CostOrder,
  type EventQuery,
  evaluateEventQuery,
  type FieldOrder,
  type ValueOrder,
} from "./queries/event-query.ts";
export type { BoundingBox, Circle, LocationFilter } from "./queries/geography.ts";
export { boxAround, distanceBetween, hasArea, plainBoxes, searchBoxes } from "./queries/geography.ts";
export type { LinkedQuery, VenueQuery } from "./queries/linked-query.ts";
export { evaluateOrganizerQuery, evaluateVenueQuery, isDuplicate } from "./queries/linked-query.ts";
export type { Page, Paging } from "./queries/page.ts";
export { byId, byNumber, byText, type Comparison, inOrder, reversed, toPage } from "./queries/page.ts";
export type { TermOrder, TermQuery } from "./queries/term-query.ts";
export {
  ancestors,
  type CountedTerms,
  evaluateTermQuery,
  usageChange,
  withDescendants,
  withUsage,
} from "./queries/term-query.ts";
export type { Comparable, FieldName, FieldRange } from "./queries/values.ts";
export { COMPARED, fieldKey, fieldValues, toComparable, toComparableRange } from "./queries/values.ts";
export {
  type Actor,
  type ActorRole,
  ANONYMOUS,
  actorOf,
  CAPABILITIES,
  type Capabilities,
  type Capability,
  can,
  mayIssueCredentials,
  ROLES,
  type Role,
  type UsedCredential,
} from "./rights/actor.ts";
export type { Narrowing, Policy, PolicyAction, PolicyContext } from "./rights/policy.ts";
export type { PostStatuses } from "./rights/post-statuses.ts";
export { DATED_VIEWS, FIXED_VIEWS, type OldView, SAME_VIEWS } from "./use-cases/imports/old-views.ts";
export type {
  PendingWrite,
  WriteHook,
  WriteRefusal,
  WrittenKind,
  WrittenRecord,
  WrittenRecords,
} from "./write-hooks/write-hook.ts";

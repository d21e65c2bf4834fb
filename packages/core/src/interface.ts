/**
 * Package entry `@kalends/core/interface`: names for the HTTP interface and the composition root. It may
 * change with every version.
 */

// Model.

export { type Amount, amountsOf } from "./model/cost.ts";
export type { EventStatus } from "./model/event.ts";
export {
  type ImageSize,
  imageFiles,
  imageTypeOf,
  MAX_ALT_LENGTH,
  MAX_IMAGE_TEXT_LENGTH,
} from "./model/image.ts";
export type { JsonSchema, JsonType } from "./model/json.ts";
export { LANGUAGES, type Language } from "./model/language.ts";
export type { IfMatch } from "./model/optimistic-locking.ts";
export { instancesOf } from "./model/recurrence/instances.ts";
export { isRecurring } from "./model/recurrence/recurrence.ts";
export { writtenRules } from "./model/recurrence/shift-recurrence.ts";
export { writtenRecurrenceId } from "./model/recurrence/wall-clock-text.ts";
export { isBlank } from "./model/text/characters.ts";
export { toLine, toWebsite } from "./model/text/plain-text.ts";
export { fixedOffsetOf, isSameClock, ZONE_DATA_VERSION, zonePeriods } from "./model/time/time-zone.ts";
export { addMonths } from "./model/time/wall-clock.ts";
export {
  type FilePart,
  fileOf,
  isFilePart,
  toFilePart,
  type Upload,
  type UploadedFile,
} from "./model/upload.ts";
export type {
  BusyTimes,
  DuplicateVenues,
  EventView,
  FacetView,
  FacetViews,
  ListResult,
  OrganizerView,
  TermView,
  VenueView,
} from "./model/views.ts";

// Rights.

export {
  actorOf,
  CAPABILITIES,
  type Capabilities,
  type Capability,
  can,
  mayIssueCredentials,
} from "./rights/actor.ts";
export { createPolicies, type Policies, withPolicies } from "./rights/plugin-policies.ts";
export type { Narrowing, Policy, PolicyAction, PolicyContext } from "./rights/policy.ts";
export {
  createPostStatuses,
  type PostStatusDefinition,
  type PostStatuses,
  problemsOfPostStatuses,
} from "./rights/record-rights.ts";

// Ports.

export type { Authors } from "./ports/accounts.ts";
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
export type { LogFields, LogSeverity } from "./ports/logger.ts";
export type { MailAddress, MailFailure, MailQueue, QueuedMail } from "./ports/mailer.ts";
export type { ChangedKind } from "./ports/outbox.ts";
export type { Secrets } from "./ports/secrets.ts";

// Queries and their evaluators.

export { isDocumentKey, LARGEST_DOCUMENT } from "./queries/document-query.ts";

// Lists and their filters.

export type { EventFilter, OrganizerFilter, VenueFilter } from "./filters/list-filter.ts";

// Plugins and what they add.

export type { AuthenticatedUser, AuthenticationScheme } from "./plugins/authentication.ts";
export { createCollectionOf } from "./plugins/collections.ts";
export type {
  ExtensibleKind,
  Job,
  ListFormat,
  MemberSchemas,
  PluginCommand,
  StorageScheme,
} from "./plugins/contributions.ts";
export {
  isolateEventFilter,
  isolateLinkedFilter,
  isolateMembers,
  type ProblemOfField,
  requireQueries,
} from "./plugins/error-boundary.ts";
export type { EventFormat, FormatSubject } from "./plugins/event-format.ts";
export type { EventPreview, PreviewedEvent } from "./plugins/event-preview.ts";
export { WIDGETS } from "./plugins/field-form.ts";
export type { Importer, ImporterOptions, ImportSource } from "./plugins/importer.ts";
export type { MailTemplate } from "./plugins/mail-template.ts";
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
export type { HttpGet, PluginDeps, SiteOfPlugins } from "./plugins/plugin-deps.ts";
export { toFilterParameters, toRouteParameters } from "./plugins/plugin-parameters.ts";
export type {
  PluginRoute,
  RouteContent,
  RouteRequest,
  RouteResponse,
  RouteSecrets,
  SentContent,
} from "./plugins/plugin-route.ts";
export { type PluginTexts, translationsOf } from "./plugins/plugin-texts.ts";
export type { Presenter } from "./plugins/presenter.ts";
export type { RecordExtensions } from "./plugins/record-extensions.ts";
export type { RunLeased } from "./plugins/run-leased.ts";
export type {
  PageTarget,
  SentForm,
  WebsiteHandler,
  WebsiteRequest,
  WebsiteResponse,
} from "./plugins/website.ts";
export { createWriteHooks, type WriteHooks } from "./write-hooks/run-hooks.ts";
export type { WriteHook } from "./write-hooks/write-hook.ts";

// The calendar in process.

export type {
  CalendarApi,
  EventStreamQuery,
  EventsApi,
  FeedOptions,
  ImagesApi,
  OccurrencesApi,
  TransactionApi,
} from "./api/calendar-api.ts";
export type { PluginCalendar, StoredKind, StoredOccurrences, StoredRecords } from "./api/plugin-calendar.ts";
export type {
  EventFields,
  EventListQuery,
  ImageFields,
  ImageListQuery,
  ImageUsageQuery,
  KnownEventFields,
  KnownEventListQuery,
  KnownLinkedListQuery,
  KnownOrganizerFields,
  KnownVenueFields,
  OrganizerFields,
  OrganizerListQuery,
  TermFields,
  TermListQuery,
  VenueFields,
  VenueListQuery,
} from "./api/record-values.ts";
export type {
  ConditionOptions,
  MergeApi,
  RecordsApi,
  RemoveOptions,
  StreamOptions,
  UpdateOptions,
  WriteOptions,
} from "./api/records-api.ts";

// Parameters and their parsing.

export type { OperationMethod, OwnFile, Parameter, ParameterValues } from "./parameter.ts";
export { checkExternalId } from "./parameters/external-ids.ts";
export { resolveUrlOrEmpty, toBoolean } from "./parameters/scalars.ts";
export { faultOfBounds } from "./parsing/declared-bounds.ts";
export { MAX_DEPTH, MAX_VALUES, SHOWN_NAME } from "./parsing/hostile-values.ts";
export { nearestName } from "./parsing/nearest-name.ts";
export type { RawValues } from "./parsing/parse.ts";

// Units of work.

export { MAX_VERSION_BYTES } from "./unit-of-work/record-versions.ts";
export { createSlices, type Slices } from "./unit-of-work/slices.ts";
export { createTransact, type OutboxSwitch, type TransactionParticipant } from "./unit-of-work/transact.ts";
export { withUnitsOfWork } from "./unit-of-work/unit-of-work.ts";
export { withImportedVersions } from "./use-cases/history/imported-versions.ts";
export { type ListedVersion, readVersion, readVersions } from "./use-cases/history/read-versions.ts";

// Imports from elsewhere.

export { toUsualView } from "./use-cases/imports/imported-views.ts";

// Use cases.

export { type AmendDeps, createAmend } from "./use-cases/amend-record.ts";
export { accountChanges } from "./use-cases/audit/account-changes.ts";
export {
  AUDIT_ACTIONS,
  AUDIT_COLLECTION,
  AUDIT_KINDS,
  type AuditEntry,
  auditTimeText,
  createAuditIds,
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
  type ReadAuditDeps,
} from "./use-cases/audit/read-audit.ts";
export type { BulkOperations, BulkPlan } from "./use-cases/bulk/bulk-operations.ts";
export type { BulkResult, BulkTask } from "./use-cases/bulk/change-record.ts";
export {
  type ChangeFeed,
  type ChangesPage,
  createReadChanges,
  type ReadChanges,
} from "./use-cases/changes/read-changes.ts";
export type { FeedChange } from "./use-cases/changes/shown-records.ts";
export { checkSignInNames } from "./use-cases/doctor/check-sign-in-names.ts";
export { examineStore } from "./use-cases/doctor/examine-store.ts";
export { blankLinked, blankRecords } from "./use-cases/erasure/blank-records.ts";
export type { Erasable, Erasure } from "./use-cases/erasure/erasure-memory.ts";
export type { FieldsOfRecord, FieldView } from "./use-cases/fields/field-view.ts";
export { FIELD_RECORDS } from "./use-cases/fields/own-forms.ts";
export { createImageFiles } from "./use-cases/images/image-files.ts";
export type { ImageUsagePage } from "./use-cases/images/image-usage.ts";
export { recordsShowing } from "./use-cases/images/image-visibility.ts";
export { removeReplacedFiles, replacedFileNames, replacedFiles } from "./use-cases/images/replaced-files.ts";
export {
  JOB_FAILURES,
  JOB_STATES,
  type JobFailure,
  type JobItem,
  type JobPage,
  type JobResult,
  type JobStarter,
  type JobState,
  rateOf,
  type StoredJob,
  toStarter,
} from "./use-cases/jobs/job.ts";
export { jobsIn, jobsOf, removeJobsOf, removeOldJobs } from "./use-cases/jobs/job-documents.ts";
export {
  createRunJobs,
  isTemporaryError,
  itemByItem,
  type JobKind,
  type JobUnit,
  type RunJobs,
  type RunJobsDeps,
} from "./use-cases/jobs/run-jobs.ts";
export { createStartJob, type NewJob, type StartJob } from "./use-cases/jobs/start-job.ts";
export { createMailTemplates, type FindMailTemplate } from "./use-cases/mail/mail-templates.ts";
export { isMailAddress, parseMailbox } from "./use-cases/mail/mailbox.ts";
export { createMailQueue } from "./use-cases/mail/queue-mail.ts";
export { type MailSite, renderMail } from "./use-cases/mail/render-mail.ts";
export {
  type CreateMailedLink,
  type CreatePluginLink,
  createSendDueMail,
  type SendDueMail,
} from "./use-cases/mail/send-due-mail.ts";
export { mailsOf, readMailStatus, removeMailsOf, removeOldMails } from "./use-cases/mail/stored-mail.ts";
export { mergeTarget } from "./use-cases/merging/merged-target.ts";
export type { MemberNames } from "./use-cases/posts/post-fields.ts";
export { createReassignRecords, type ReassignRecords } from "./use-cases/posts/reassign-records.ts";
export { recordPortions } from "./use-cases/posts/record-portions.ts";
export { isPreferences } from "./use-cases/preferences/preference-fields.ts";
export type { PreferenceOperations } from "./use-cases/preferences/preference-operations.ts";
export {
  PREFERENCES_COLLECTION,
  type Preferences,
  type SavedView,
  storedPreferences,
  THEMES,
  TIME_FORMATS,
} from "./use-cases/preferences/preferences.ts";
export type { FindPreview } from "./use-cases/previews/find-preview.ts";
export type {
  NewPreview,
  Previewing,
  PreviewOperations,
  SharedPreview,
} from "./use-cases/previews/preview-operations.ts";
export { previewsOf, removeExpiredPreviews, removePreviewsOf } from "./use-cases/previews/stored-previews.ts";
export { createPublishDue, type PublishDue } from "./use-cases/publish-due.ts";
export { type PutResult, putByExternalId, toPathExternalId } from "./use-cases/put-by-external-id.ts";
export { createExtendHorizon, type ExtendHorizon } from "./use-cases/series/extend-horizon.ts";
export { horizonAt } from "./use-cases/series/horizon.ts";
export { createRecompute, type MovedEvent, type Recompute } from "./use-cases/series/recompute.ts";
export { reconcileOccurrences } from "./use-cases/series/reconcile-occurrences.ts";
export { readJobsStatus } from "./use-cases/status/jobs-status.ts";
export {
  DISK_USES,
  type DiskSpace,
  type EffectiveSetting,
  type InstallationStatus,
  type ReadStatus,
  SETTING_ORIGINS,
  type SettingOrigin,
} from "./use-cases/status/status.ts";
export { createTermViews, type TermViews } from "./use-cases/terms/term-views.ts";

// Errors, operations and limits.

export {
  type Adjustment,
  type AdjustmentReason,
  createAdjustments,
  MAX_ADJUSTMENTS,
  type WriteResult,
} from "./adjustment.ts";
export type { CoreCapacities } from "./capacities.ts";
export { createOperations, type OperationDeps } from "./create-operations.ts";
export {
  type ErrorCode,
  type ErrorDetails,
  type Explanation,
  type ProblemReason,
  problemsOf,
} from "./errors.ts";
export type { FairLimiter } from "./fair-limiter.ts";
export { NOTICES, type Notice } from "./notice.ts";
export type {
  CollectionOperation,
  FoundRecord,
  ItemOperation,
  Operation,
  PathTarget,
  Target,
} from "./operation.ts";
export type {
  CompleteList,
  EventOperations,
  HistoryOperations,
  ImageOperations,
  JobOperations,
  Mergeable,
  OccurrenceOperations,
  Operations,
  PostOperations,
  RecordOperations,
  RecordStream,
  VenueOperations,
} from "./operations.ts";
export { isPending } from "./pending.ts";
export { findTarget, perform } from "./perform.ts";

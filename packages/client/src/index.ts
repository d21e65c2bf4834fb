export type { AccountClient, RecordsOfAccount } from "./account-client.ts";
export type { Batch, BatchOptions, BatchRequest, BatchResult } from "./batch.ts";
export type { BulkChange, BulkOptions, BulkResponse, BulkResult } from "./bulk.ts";
export {
  type CalendarClient,
  createCalendarClient,
  type EventClient,
  type ImageClient,
  type ImageDetails,
  type ImageUsageQuery,
  type UploadOptions,
  type VenueClient,
} from "./calendar-client.ts";
export { CalendarNetworkError, CalendarRequestError, type RequestErrorCode } from "./errors.ts";
export type {
  Account,
  AccountLink,
  BusyTimes,
  CalendarEvent,
  CalendarImage,
  ChangePasswordBody,
  ConfirmSessionBody,
  CostDetails,
  CreateAccountBody,
  CreateCategoryBody,
  CreateEventBody,
  CreateEventPreviewBody,
  CreateOrganizerBody,
  CreateTagBody,
  CreateVenueBody,
  DateDetails,
  DuplicateVenue,
  EndedSessions,
  ErrorCode,
  EventRevision,
  EventTerm,
  FieldsOfRecord,
  GetJobQuery,
  GetVenueBusyQuery,
  ImageSize,
  ImageUsage,
  Invitation,
  InviteAccountBody,
  Job,
  ListAccountsQuery,
  ListCategoriesQuery,
  ListDuplicateVenuesQuery,
  ListEventsQuery,
  ListImagesQuery,
  ListOccurrencesQuery,
  ListOrganizersQuery,
  ListTagsQuery,
  ListVenuesQuery,
  NestedError,
  Occurrence,
  Organizer,
  OrganizerRevision,
  Preferences,
  Preview,
  PreviewList,
  RecordField,
  Recurrence,
  RemovedItem,
  Resources,
  SavedView,
  Session,
  SessionList,
  SignInBody,
  Term,
  UpdateAccountBody,
  UpdateCategoryBody,
  UpdateEventBody,
  UpdateImageBody,
  UpdateOrganizerBody,
  UpdateOwnAccountBody,
  UpdatePreferencesBody,
  UpdateTagBody,
  UpdateVenueBody,
  Venue,
  VenueRevision,
} from "./interface-types.ts";
export type { JobClient } from "./job-client.ts";
export type { Listing, Page } from "./listing.ts";
export type { PreferencesClient } from "./preferences-client.ts";
export type { PreviewClient } from "./preview-client.ts";
export type {
  DecidedProposal,
  Proposal,
  ProposalClient,
  ProposalDecision,
  ProposalList,
} from "./proposal-client.ts";
export type {
  ConditionOptions,
  ExternalId,
  OccurrenceName,
  OnceOptions,
  RecordClient,
  RecordName,
  RequestOptions,
  ResourceTypes,
  RestoreOptions,
  WriteOptions,
} from "./record-client.ts";
export { etagOf } from "./response-headers.ts";
export type { SessionClient } from "./session-client.ts";
export type { CalendarCopy, SyncOptions } from "./sync/calendar-copy.ts";
export type { FollowOptions } from "./sync/follow.ts";
export type { CopiedKind, CopiedRecords, RecordChange } from "./sync/records.ts";
export type { StoredCopy } from "./sync/stored-copy.ts";
export type { ClientOptions, ClientRequest, Credentials, Send } from "./transport.ts";

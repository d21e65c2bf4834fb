export type { Batch, BatchOptions, BatchRequest, BatchResult } from "./batch.ts";
export {
  type CalendarClient,
  createCalendarClient,
  type ImageClient,
  type UploadOptions,
} from "./calendar-client.ts";
export { CalendarNetworkError, CalendarRequestError, type RequestErrorCode } from "./errors.ts";
export type {
  CalendarEvent,
  CalendarImage,
  CostDetails,
  CreateCategoryBody,
  CreateEventBody,
  CreateOrganizerBody,
  CreateTagBody,
  CreateVenueBody,
  DateDetails,
  ErrorCode,
  EventTerm,
  ImageSize,
  ListCategoriesQuery,
  ListEventsQuery,
  ListImagesQuery,
  ListOccurrencesQuery,
  ListOrganizersQuery,
  ListTagsQuery,
  ListVenuesQuery,
  NestedError,
  Occurrence,
  Organizer,
  Preferences,
  Recurrence,
  Resources,
  SavedView,
  Term,
  UpdateCategoryBody,
  UpdateEventBody,
  UpdateOrganizerBody,
  UpdatePreferencesBody,
  UpdateTagBody,
  UpdateVenueBody,
  Venue,
} from "./interface-types.ts";
export type { Listing, Page } from "./listing.ts";
export type { PreferencesClient } from "./preferences-client.ts";
export type {
  ConditionOptions,
  OccurrenceName,
  OnceOptions,
  RecordClient,
  RecordName,
  RequestOptions,
  ResourceTypes,
  WriteOptions,
} from "./record-client.ts";
export { etagOf } from "./response-headers.ts";
export type { CalendarCopy, SyncOptions } from "./sync/calendar-copy.ts";
export type { FollowOptions } from "./sync/follow.ts";
export type { CopiedKind, CopiedRecords, RecordChange } from "./sync/records.ts";
export type { StoredCopy } from "./sync/stored-copy.ts";
export type { ClientOptions, ClientRequest, Credentials, Send } from "./transport.ts";

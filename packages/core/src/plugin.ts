/** What plugins may use, as the entry `@kalends/core/plugin`. */
export type { AdjustmentReason, ValueAdjustment } from "./adjustment.ts";
export type { ErrorCode, ErrorDetails, Problem, ProblemReason } from "./errors.ts";
export { CalendarError, invalidParameter, isCalendarError, storageUnavailable } from "./errors.ts";
export type { EventDecoration, EventFilter, OrganizerFilter, VenueFilter } from "./filters/list-filter.ts";
export { eventFilter, organizerFilter, venueFilter } from "./filters/list-filter.ts";
export type { Account, StoredCredential } from "./model/account.ts";
export type { Actor, Capability } from "./model/actor.ts";
export { can } from "./model/actor.ts";
export type { CalendarEvent } from "./model/event.ts";
export type { Image, ImageSize } from "./model/image.ts";
export type { JsonSchema } from "./model/json-schema.ts";
export type { Organizer } from "./model/organizer.ts";
export type {
  Extensions,
  JsonObject,
  JsonValue,
  Post,
  PostStatus,
  RecordKind,
  WallClock,
} from "./model/post.ts";
export type { SiteSettings } from "./model/site.ts";
export type { Taxonomy, Term, TermUsage, UsedTerm } from "./model/term.ts";
export { claimsSlug } from "./model/text/slug.ts";
export {
  eventSearchText,
  foldName,
  foldText,
  organizerSearchFields,
  venueSearchFields,
} from "./model/text/text-search.ts";
export type { Coordinates, Venue } from "./model/venue.ts";
export type {
  Documented,
  Parameter,
  ParameterContext,
  Parameters,
  ParametersFor,
  ParameterValues,
  Resolution,
} from "./parameter.ts";
export { toBoolean } from "./parameters/booleans.ts";
export { checkText, flag, toNumber } from "./parameters/scalars.ts";
export type { Job } from "./plugins/job.ts";
export type { ListFormat } from "./plugins/list-format.ts";
export type {
  Contribution,
  LicenseVerdict,
  Plugin,
  PluginRequirements,
  PluginTexts,
} from "./plugins/plugin.ts";
export type { CommandArgument, CommandCall, CommandOption, PluginCommand } from "./plugins/plugin-command.ts";
export type {
  Amend,
  Amendment,
  HttpAnswer,
  HttpGet,
  HttpGetOptions,
  PluginDeps,
  ReadableRepositories,
  ReadFile,
} from "./plugins/plugin-deps.ts";
export type {
  OptionsSchema,
  OptionValue,
  OptionValues,
  PluginModule,
  PluginOption,
} from "./plugins/plugin-options.ts";
export type { PluginRoute, RouteAnswer, RouteRequest } from "./plugins/plugin-route.ts";
export { pluginRoute } from "./plugins/plugin-route.ts";
export type { RecordField } from "./plugins/record-field.ts";
export type {
  ExtensibleKind,
  ExtensibleRecords,
  MemberSchemas,
  MembersOf,
  RecordMembers,
} from "./plugins/record-members.ts";
export type { StorageOptions, StorageScheme } from "./plugins/storage-scheme.ts";
export type { AccountRepository, AccountStore, StoreWithAccounts } from "./ports/account-store.ts";
export type { BlobStore, ByteRange } from "./ports/blob-store.ts";
export type { Clock } from "./ports/clock.ts";
export type { DomainEventListener, DomainEventName, DomainEvents } from "./ports/domain-events.ts";
export type { ImageRepository } from "./ports/image-repository.ts";
export type { Logger } from "./ports/logger.ts";
export type {
  EventRepository,
  OrganizerRepository,
  PostRepository,
  VenueRepository,
} from "./ports/post-repository.ts";
export type { PostStatuses } from "./ports/post-statuses.ts";
export type { IdSequences, Repositories, Sequence, Store } from "./ports/store.ts";
export type { TermRepository } from "./ports/term-repository.ts";
export { isLocated, isVisible } from "./queries/conditions.ts";
export { evaluateEventQuery } from "./queries/event-query.ts";
export { extensionEntries, filterEntries } from "./queries/extension-entries.ts";
export type { BoundingBox, Circle, LocationFilter } from "./queries/geography.ts";
export { boxAround, distanceBetween, hasArea, plainBoxes, searchBoxes } from "./queries/geography.ts";
export { evaluateOrganizerQuery, evaluateVenueQuery, isDuplicate } from "./queries/linked-query.ts";
export type { Comparison } from "./queries/order.ts";
export { byId, byNumber, byText, inOrder, reversed, toPage } from "./queries/order.ts";
export type { Page, Paging } from "./queries/page.ts";
export type {
  EventQuery,
  ExtensionFilter,
  LinkedQuery,
  TermOrder,
  TermQuery,
  TextSearch,
  VenueQuery,
  Visibility,
  WallClockRange,
} from "./queries/query.ts";
export {
  ancestors,
  type CountedTerms,
  evaluateTermQuery,
  usageChange,
  withDescendants,
  withUsage,
} from "./queries/term-query.ts";

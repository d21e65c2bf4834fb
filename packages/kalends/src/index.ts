export {
  CalendarError,
  type CalendarEvent,
  type Clock,
  type GuardedFetch,
  type HtmlCleaner,
  type Image,
  type ImageFetcher,
  type ImageRenderer,
  isCalendarError,
  type Logger,
  type Organizer,
  type Role,
  type Term,
  type Venue,
} from "@kalends/core";
export {
  type Adjustment,
  type AdjustmentReason,
  type Authors,
  amountsOf,
  type CalendarApi,
  type Capability,
  type ConditionOptions,
  type DurableListener,
  type EventFields,
  type EventListQuery,
  type EventStreamQuery,
  type EventsApi,
  type EventView,
  type FeedOptions,
  type HttpGet,
  type ImagesApi,
  type ListResult,
  type Narrowing,
  type OccurrencesApi,
  type OrganizerFields,
  type OrganizerListQuery,
  type OrganizerView,
  type PluginDeps,
  type Policy,
  type PolicyAction,
  type PolicyContext,
  type PostStatusDefinition,
  type RecordsApi,
  type RemoveOptions,
  type StoredDomainEvent,
  type StreamOptions,
  type TermFields,
  type TermListQuery,
  type TermView,
  type TransactionApi,
  type UpdateOptions,
  type VenueFields,
  type VenueListQuery,
  type VenueView,
  type WriteOptions,
  type WriteResult,
} from "@kalends/core/interface";
export type { Store } from "@kalends/core/storage";
export type {
  Callback,
  CalledInterface,
  KoaContext,
  KoaMiddleware,
  ReportedRequest,
} from "@kalends/http/hosting";
export type { MongodbDatabase, MongodbPlace, MongodbTransaction } from "@kalends/store-mongodb";
export type { SqliteTransaction } from "@kalends/store-sqlite";
export type { As, FetchOptions } from "./api/as.ts";
export type { Config, LogLevel } from "./configuration/config.ts";
export type { Calendar, CalendarOptions, Mountable } from "./hosting/create-calendar.ts";
export { createCalendar } from "./hosting/create-calendar.ts";
export type { AuthorsOfHost, Host } from "./hosting/host.ts";
export { statusOf } from "./hosting/http-status.ts";
export type { ImageRendererDeps, NetworkDeps, Ports, Registrations } from "./hosting/ports.ts";
export type { TimingHooks } from "./hosting/timing-hooks.ts";
export type { CalendarTransaction, RunTransaction } from "./hosting/transactions/transaction.ts";
export type { HostId } from "./hosting/users/host-users.ts";
export type { Caller, Identity, IdentityOf } from "./hosting/users/identity.ts";
export type { UserOfHost } from "./hosting/users/users-of-host.ts";
export { OperatorError } from "./operator-error.ts";
export type { StoreCall } from "./storage/store-call.ts";

export type {
  Adjustment,
  AdjustmentReason,
  Authors,
  CalendarApi,
  CalendarEvent,
  Capability,
  Clock,
  ConditionOptions,
  DurableListener,
  EventFields,
  EventListQuery,
  EventStreamQuery,
  EventsApi,
  EventView,
  FeedOptions,
  GuardedFetch,
  HtmlCleaner,
  HttpGet,
  Image,
  ImageFetcher,
  ImageRenderer,
  ImagesApi,
  ListResult,
  Logger,
  Narrowing,
  OccurrencesApi,
  Organizer,
  OrganizerFields,
  OrganizerListQuery,
  OrganizerView,
  PluginDeps,
  Policy,
  PolicyAction,
  PolicyContext,
  PostStatusDefinition,
  RecordsApi,
  RemoveOptions,
  Role,
  Store,
  StoredDomainEvent,
  StreamOptions,
  Term,
  TermFields,
  TermListQuery,
  TermView,
  TransactionApi,
  UpdateOptions,
  Venue,
  VenueFields,
  VenueListQuery,
  VenueView,
  WriteOptions,
  Written,
} from "@kalends/core";
export { amountsOf, CalendarError, isCalendarError } from "@kalends/core";
export type {
  AnsweredRequest,
  Callback,
  CalledInterface,
  KoaContext,
  KoaMiddleware,
} from "@kalends/http/hosting";
export type { MongodbDatabase, MongodbPlace, MongodbTransaction } from "@kalends/store-mongodb";
export type { SqliteTransaction } from "@kalends/store-sqlite";
export type { As, FetchOptions } from "./api/as.ts";
export type { Config, LogLevel } from "./configuration/config.ts";
export type { Calendar, CalendarOptions, Mountable } from "./hosting/create-calendar.ts";
export { createCalendar } from "./hosting/create-calendar.ts";
export type { AuthorsOfHost, Host } from "./hosting/host.ts";
export type { ImageRendererDeps, NetworkDeps, Ports, Registrations } from "./hosting/ports.ts";
export { statusOf } from "./hosting/status-of.ts";
export type { TimingHooks } from "./hosting/timing-hooks.ts";
export type { CalendarTransaction, RunTransaction } from "./hosting/transactions/transaction.ts";
export type { HostId } from "./hosting/users/host-users.ts";
export type { Caller, Identity, IdentityOf } from "./hosting/users/identity.ts";
export { OperatorError } from "./operator-error.ts";
export type { StoreCall } from "./storage/store-call.ts";

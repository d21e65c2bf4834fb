export { type CalendarClient, CalendarRequestError } from "@kalends/client";
export type {
  Adjustment,
  AdjustmentReason,
  Authors,
  CalendarEvent,
  Capability,
  Clock,
  ConditionOptions,
  DurableListener,
  EventFields,
  EventListQuery,
  EventView,
  Image,
  ListResult,
  Logger,
  Narrowing,
  Organizer,
  OrganizerFields,
  OrganizerListQuery,
  OrganizerView,
  Policy,
  PolicyAction,
  PolicyContext,
  PostStatusDefinition,
  Role,
  Store,
  StoredDomainEvent,
  Term,
  TermFields,
  TermListQuery,
  TermView,
  UpdateOptions,
  Venue,
  VenueFields,
  VenueListQuery,
  VenueView,
  WriteOptions,
  Written,
} from "@kalends/core";
export { amountsOf, CalendarError, isCalendarError } from "@kalends/core";
export type { AnsweredRequest, Callback, KoaMiddleware } from "@kalends/http/hosting";
export type { MongodbDatabase, MongodbPlace, MongodbTransaction } from "@kalends/store-mongodb";
export type { SqliteTransaction } from "@kalends/store-sqlite";
export type { Config, LogLevel } from "./configuration/config.ts";
export type { Api, ApiOptions } from "./hosting/api.ts";
export type { Calendar, CalendarOptions } from "./hosting/create-calendar.ts";
export { createCalendar } from "./hosting/create-calendar.ts";
export type { AuthorsOfHost, Host } from "./hosting/host.ts";
export type { Mountable } from "./hosting/mountable.ts";
export type { Caller, Services, Target } from "./hosting/services.ts";
export type { TimingHooks } from "./hosting/timing-hooks.ts";
export type { CalendarTransaction, RunTransaction } from "./hosting/transactions/transaction.ts";
export type { HostId } from "./hosting/users/host-users.ts";
export type { Identity, IdentityOf } from "./hosting/users/identity.ts";
export { OperatorError } from "./operator-error.ts";
export type { StoreCall } from "./storage/store-call.ts";

export type {
  Adjustment,
  AdjustmentReason,
  Authors,
  CalendarEvent,
  Capability,
  Clock,
  EventView,
  Image,
  ListResult,
  Logger,
  Organizer,
  OrganizerView,
  PostStatusDefinition,
  Role,
  Store,
  Term,
  TermView,
  Venue,
  VenueView,
  Written,
} from "@kalends/core";
export { CalendarError, isCalendarError } from "@kalends/core";
export type { MongodbDatabase, MongodbPlace } from "@kalends/store-mongodb";
export type { Calendar, CalendarOptions } from "./create-calendar.ts";
export { createCalendar } from "./create-calendar.ts";
export type { Host } from "./host.ts";
export type { Identity, IdentityOf } from "./identity.ts";
export { OperatorError } from "./operator-error.ts";
export type {
  EventFields,
  EventListQuery,
  OrganizerFields,
  OrganizerListQuery,
  TermFields,
  TermListQuery,
  VenueFields,
  VenueListQuery,
} from "./service-values.ts";
export type { Caller, Services, Target, WriteOptions } from "./services.ts";
export type { Config, LogLevel } from "./settings.ts";

/** Package entry `@kalends/core/plugin`: all names that plugins may import. */

// Model.

export { amountsOf, costRange } from "./model/cost.ts";
export { type CalendarEvent, EVENT_STATUSES } from "./model/event.ts";
export type { Image } from "./model/image.ts";
export type { JsonObject, JsonSchema, JsonValue } from "./model/json.ts";
export { toNetwork } from "./model/network.ts";
export type { Organizer } from "./model/organizer.ts";
export { unusedExceptions } from "./model/recurrence/check-recurrence.ts";
export { RECURRENCE_BOUNDS } from "./model/recurrence/parse-recurrence.ts";
export { isSeries } from "./model/recurrence/recurrence.ts";
export { repairRule } from "./model/recurrence/repair-rule.ts";
export { writtenRules } from "./model/recurrence/shift-recurrence.ts";
export { startsOfRules } from "./model/recurrence/starts-of-rules.ts";
export { writtenRecurrenceId } from "./model/recurrence/wall-clock-text.ts";
export type { Term } from "./model/term.ts";
export { escapeHtml, textToHtml } from "./model/text/html.ts";
export { toLine } from "./model/text/plain-text.ts";
export { foldText } from "./model/text/text-search.ts";
export { createSchedule } from "./model/time/schedule.ts";
export {
  abbreviationAt,
  fixedOffsetOf,
  ianaNameOf,
  isRepeated,
  isTimeZone,
  toUtc,
  toWallClock,
  zonePeriods,
} from "./model/time/time-zone.ts";
export { DAY, millisecondsOf, toIsoTime, utcText, type WallClock } from "./model/time/wall-clock.ts";
export { toFilePart } from "./model/upload.ts";
export type { Coordinates, Venue } from "./model/venue.ts";
export type { EventView, ListResult, OrganizerView, TermView, VenueView } from "./model/views.ts";

// Rights.

export {
  type Actor,
  type ActorRole,
  ANONYMOUS,
  actorOf,
  CAPABILITIES,
  type Capability,
  can,
  ROLES,
} from "./rights/actor.ts";
export type { Policy } from "./rights/policy.ts";

// Ports.

export { DOMAIN_EVENT_NAMES, type DomainEventName, type DurableListener } from "./ports/domain-events.ts";

// Queries and their evaluators.

export type { EventQuery } from "./queries/event-query.ts";
export { distanceBetween } from "./queries/geography.ts";

// Lists and their filters.

export {
  type EventFilter,
  eventFilter,
  type OrganizerFilter,
  organizerFilter,
  type VenueFilter,
  venueFilter,
} from "./filters/list-filter.ts";

// Plugins and what they add.

export type { AuthenticationScheme } from "./plugins/authentication.ts";
export type { Collection, DocumentCollection } from "./plugins/collections.ts";
export type { Job, ListFormat, PluginCommand, RecordField, RecordMembers } from "./plugins/contributions.ts";
export { definePlugin, type PluginDefinition } from "./plugins/define-plugin.ts";
export { documentForm } from "./plugins/document-form.ts";
export {
  type EventFormat,
  eventFormat,
  type FormatContext,
  type FormattedEvent,
} from "./plugins/event-format.ts";
export type { Importer } from "./plugins/importer.ts";
export {
  changeAll,
  decidersOf,
  isDecidedBy,
  labelsOf,
  type MadeWith,
  madeWithOf,
} from "./plugins/made-with.ts";
export type { MailTemplate } from "./plugins/mail-template.ts";
export type { OptionsSchema, OptionValues, Plugin, PluginContributions } from "./plugins/plugin.ts";
export type { PluginDeps } from "./plugins/plugin-deps.ts";
export { type PluginRoute, pluginRoute } from "./plugins/plugin-route.ts";
export { englishOf, type PluginTexts } from "./plugins/plugin-texts.ts";
export type { Presenter } from "./plugins/presenter.ts";
export type { WebsiteHandler, WebsiteRequest, WebsiteResponse } from "./plugins/website.ts";
export type { WriteHook } from "./write-hooks/write-hook.ts";

// The calendar in process.

export type { CalendarApi } from "./api/calendar-api.ts";
export type { KnownEventFields } from "./api/record-values.ts";

// Parameters and their parsing.

export type { Parameter, ParametersFor, Resolution } from "./parameter.ts";
export { checkText, flag, toBoolean, toNumber } from "./parameters/scalars.ts";
export { termName } from "./parameters/term-name.ts";
export { toWebAddress } from "./parameters/web-address.ts";

// Imports from elsewhere.

export { OLD_VIEWS } from "./use-cases/imports/old-views.ts";

// Errors, operations and limits.

export {
  CalendarError,
  invalidParameter,
  isCalendarError,
  isStorageFailure,
  limitReached,
  type Problem,
} from "./errors.ts";
export { createFairLimiter } from "./fair-limiter.ts";

/** What plugins may use, as the entry `@kalends/core/plugin`. */
export type { EventFilter, EventFilterDeps } from "./filters/event-filter.ts";
export { eventFilter } from "./filters/event-filter.ts";
export type { CalendarEvent } from "./model/event.ts";
export type { JsonSchema } from "./model/json-schema.ts";
export type { EventQuery } from "./model/queries.ts";
export type { Venue } from "./model/venue.ts";
export type { Parameter, ParameterContext, Parameters, ParameterValues, Resolution } from "./parameter.ts";

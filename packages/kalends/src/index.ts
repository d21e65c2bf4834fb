export type { Calendar, CalendarOptions } from "./create-calendar.ts";
export { createCalendar } from "./create-calendar.ts";
export { OperatorError } from "./operator-error.ts";
export type { Config, LogLevel } from "./settings.ts";

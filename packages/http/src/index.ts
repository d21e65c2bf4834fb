export { createHttpApp, type HttpAppDeps } from "./app.ts";
export { type CalendarMiddlewareDeps, createCalendarMiddleware } from "./calendar-middleware.ts";
export { MEMBER_NAMES } from "./member-names.ts";
export { createParser, type Parsed, type Parser, type PathTarget, type RawValues } from "./parser.ts";
export { RESERVED_SEGMENTS } from "./plugin-routes.ts";
export type { HttpSettings } from "./settings.ts";

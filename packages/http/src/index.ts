export { createHttpApp, createHttpMiddleware, type HttpAppDeps } from "./app.ts";
export { type CalendarMiddlewareDeps, createCalendarMiddleware } from "./calendar-middleware.ts";
export { type Callback, createCallback } from "./callback.ts";
export { createCredentialIdentity, createHostIdentity, type Identify } from "./identify.ts";
export { LANGUAGES } from "./messages/languages.ts";
export { createParser, type Parsed, type Parser, type PathTarget, type RawValues } from "./parser.ts";
export type { HttpSettings, Locale } from "./settings.ts";

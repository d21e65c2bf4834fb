export { createHttpApp, type HttpAppDeps } from "./app.ts";
export { type CalendarMiddlewareDeps, createCalendarMiddleware } from "./calendar-middleware.ts";
export { type FurtherTexts, LANGUAGES, type Language } from "./messages/languages.ts";
export type { About } from "./pages/landing-page.ts";
export { createParser, type Parsed, type Parser, type PathTarget, type RawValues } from "./parser.ts";
export type { HttpSettings, Locale } from "./settings.ts";

export type { Batches, CreateFetch } from "./batch/batches.ts";
export { type BulkDeps, createBulk } from "./batch/bulk-route.ts";
export { type BatchDeps, createBatch } from "./batch/create-batch.ts";
export { type CalendarMiddlewareDeps, createCalendarMiddleware } from "./calendar-middleware.ts";
export { createCallback, createHttpApp, createHttpMiddleware, type HttpAppDeps } from "./callback.ts";
export type { AdmissionShares, ByteCapacity, HttpCapacities } from "./capacities.ts";
export type { ExtraMembers } from "./document/document.ts";
export { MEMBER_NAMES } from "./document/schemas/schemas.ts";
export { statusOfCode } from "./errors/error-codes.ts";
export {
  type ChangeSignal,
  type ChangeStreams,
  type ChangeStreamsDeps,
  createChangeStreams,
} from "./event-stream/change-streams.ts";
export type {
  KeyedRequest,
  Once,
  OnceOutcome,
  StoredResponse,
} from "./idempotency/once.ts";
export {
  createInProcessFetch,
  type InProcessCaller,
  type InProcessDeps,
  type InProcessOptions,
} from "./in-process/in-process-fetch.ts";
export { LANGUAGES, type Language } from "./messages/languages.ts";
export {
  formOfTemplate,
  PAGE_KINDS,
  type PageKind,
  type PageTemplates,
  problemOfTemplate,
  USUAL_TEMPLATES,
} from "./page-addresses/page-template.ts";
export { createRecordAddresses, type RecordAddresses } from "./page-addresses/record-addresses.ts";
export type { About } from "./pages/landing-page.ts";
export { renderHtml } from "./presenters/html/rendered-text.ts";
export { addressesBelow } from "./request/address/addresses.ts";
export { removedMountPath } from "./request/address/mounted-path.ts";
export type { ShedReason } from "./request/admission/admission.ts";
export type { CountedCaller, RateState, RequestLimiter } from "./request/admission/rate-limits.ts";
export { createCredentialIdentity, createHostIdentity, type Identify } from "./request/caller/identify.ts";
export { createSchemeIdentity } from "./request/caller/schemes.ts";
export { toSentence } from "./response/error-renderer.ts";
export type { ReadElementFile } from "./response/files/element-script.ts";
export type { CacheState } from "./response/response-cache.ts";
export {
  createSharedResources,
  type SharedResources,
} from "./response/shared-resources.ts";
export type { Route, WrittenId } from "./route/route.ts";
export { createInterface, type Interface, type InterfaceDeps } from "./routes/interface.ts";
export type { PluginReads } from "./routes/interface-routes.ts";
export { RESERVED_SEGMENTS } from "./routes/plugins/plugin-routes.ts";
export type { HostSignIn } from "./routes/sign-in/create-sign-in-routes.ts";
export type { HttpSettings, Locale } from "./settings.ts";
export { respondToUnreadable } from "./unreadable-requests.ts";
export { createOldAddresses, type FindNewAddress } from "./website/old-addresses.ts";
export { createPreviewPages } from "./website/preview-pages.ts";
export { createSitePages, type SitePages } from "./website/site-pages.ts";
export { createWebsiteMiddleware, type WebsiteDeps } from "./website/website-middleware.ts";

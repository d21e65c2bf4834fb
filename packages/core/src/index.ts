/**
 * Package entry `@kalends/core`: names that several adapters need, and names for accounts, images, imports
 * and HTML.
 */

// Model.

export { type Cost, type DecimalMark, decimalMarkOf, findAmounts } from "./model/cost.ts";
export { adjustmentOfDate, parseMoment } from "./model/date-parsing/parse-date.ts";
export { type CalendarEvent, EVENT_STATUSES } from "./model/event.ts";
export {
  type Image,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_PIXELS,
  type RefusedImage,
  toImageAlt,
} from "./model/image.ts";
export { isObject, type JsonObject, type JsonValue } from "./model/json.ts";
export { toNetwork } from "./model/network.ts";
export { type Revised, revisionOf } from "./model/optimistic-locking.ts";
export type { Organizer } from "./model/organizer.ts";
export type { Post } from "./model/post.ts";
export { checkRecurrence, withFirstStart } from "./model/recurrence/check-recurrence.ts";
export { parseRecurrence } from "./model/recurrence/parse-recurrence.ts";
export { isSeries, type Recurrence } from "./model/recurrence/recurrence.ts";
export { toRecurrenceId } from "./model/recurrence/wall-clock-text.ts";
export type { SiteSettings } from "./model/site.ts";
export type { Taxonomy, Term, UsedTerm } from "./model/term.ts";
export { trimCharacters } from "./model/text/characters.ts";
export { BLOCK_ELEMENTS, escapeAngles, escapeHtml } from "./model/text/html.ts";
export { toInertText, toLoggedAddress } from "./model/text/logged-text.ts";
export { toPlainText, toTermName } from "./model/text/plain-text.ts";
export { toSlug } from "./model/text/slug.ts";
export { fromCell, toCell } from "./model/text/table-cell.ts";
export { createSchedule, type Schedule } from "./model/time/schedule.ts";
export { abbreviationAt, isRepeated, isTimeZone, toUtc, toWallClock } from "./model/time/time-zone.ts";
export {
  DAY,
  millisecondsOf,
  NO_INSTANT,
  toIsoTime,
  utcText,
  type WallClock,
} from "./model/time/wall-clock.ts";
export type { Venue } from "./model/venue.ts";

// Rights.

export { type Actor, ANONYMOUS, ROLE_CAPABILITIES, ROLES, type Role } from "./rights/actor.ts";

// Ports.

export type { BlobStore, ByteRange } from "./ports/blob-store.ts";
export type { Clock } from "./ports/clock.ts";
export type { FetchRefusal, GuardedFetch, GuardedResponse } from "./ports/guarded-fetch.ts";
export type { HtmlCleaner } from "./ports/html-cleaner.ts";
export type { ImageFetcher } from "./ports/image-fetcher.ts";
export type { ImageRenderer } from "./ports/image-renderer.ts";
export type { Logger } from "./ports/logger.ts";
export type { Mailer, MailMessage, MailProblem } from "./ports/mailer.ts";
export { readInBatches } from "./ports/repositories/read-in-batches.ts";
export type { CacheUse, Repositories } from "./ports/store.ts";

// Plugins and what they add.

export type { RecordField } from "./plugins/contributions.ts";
export type { ImportOutcome } from "./plugins/importer.ts";
export { createRecordExtensions, type Owned } from "./plugins/record-extensions.ts";

// Parameters and their parsing.

export type { Parameters } from "./parameter.ts";
export { checkText, MAX_NAME_LENGTH, toNumber } from "./parameters/scalars.ts";
export { toWebAddress } from "./parameters/web-address.ts";

// Imports from elsewhere.

export { importedPaths } from "./use-cases/imports/imported-paths.ts";
export {
  type ImportedList,
  type ImportedRecord,
  type ImportedRecords,
  importedRecords,
  MAX_OPEN_LINKS,
} from "./use-cases/imports/imported-records.ts";
export {
  hasInstance,
  type ImportMoment,
  keptSeries,
  saveImportedOccurrence,
  saveImportedSeries,
  toImportedOccurrence,
} from "./use-cases/imports/imported-series.ts";
export { importedSites } from "./use-cases/imports/imported-sites.ts";
export { findImportedViews } from "./use-cases/imports/imported-views.ts";
export { toOldPath } from "./use-cases/imports/old-path.ts";
export { findOldUpload, isImagePath, pathOfForms } from "./use-cases/imports/old-uploads.ts";
export { EVENTS_PATH, OLD_VIEWS } from "./use-cases/imports/old-views.ts";
export { trashImported } from "./use-cases/imports/trash-imported.ts";

// Use cases.

export { erasureMemory } from "./use-cases/erasure/erasure-memory.ts";
export type { ImageFiles } from "./use-cases/images/image-files.ts";
export { createTexts } from "./use-cases/posts/texts.ts";
export { recurrenceLimits } from "./use-cases/series/resolve-recurrence.ts";

// Errors, operations and limits.

export {
  CalendarError,
  invalidParameter,
  isCalendarError,
  isStorageFailure,
  type Problem,
  storageUnavailable,
} from "./errors.ts";
export { createFairLimiter, type LimiterCapacity, type Permit } from "./fair-limiter.ts";

export { type AuthorMap, readAuthorMap } from "./authors/author-map.ts";
export { type Authors, type AuthorsDeps, openAuthors } from "./authors/authors.ts";
export { authorKey, IMPORTED_AUTHORS, rememberedAuthors } from "./authors/remembered-authors.ts";
export { type CsvSourceDeps, openCsvSource } from "./csv/csv-source.ts";
export type { TableSite } from "./csv/row-members.ts";
export { type WriteTablesOptions, writeTables } from "./csv/write-tables.ts";
export {
  amendCustomFields,
  type CustomFields,
  type CustomFieldsDeps,
  createCustomFields,
  readFieldMapping,
} from "./custom-fields/custom-fields.ts";
export { type RemoveGoneOptions, removeGone } from "./follow/remove-gone.ts";
export { createSeenSource, type SeenSource, type SeenSourceDeps } from "./follow/seen-source.ts";
export { createIsUnchanged } from "./follow/unchanged-events.ts";
export { type ImportImagesDeps, importImages } from "./images/import-images.ts";
export { ImportError } from "./import-error.ts";
export { createListPages, filesOf, LISTS } from "./list-pages/list-pages.ts";
export {
  createLiveSource,
  type LiveSource,
  type LiveSourceDeps,
  type LiveSourceOptions,
  reasonNotLive,
} from "./live/live-source.ts";
export { identityDigest, isErased } from "./merge/identity-digest.ts";
export type { Amend, AmendContext, ImportDeps, ImportRunOptions } from "./merge/import-deps.ts";
export { runImport } from "./merge/run-import.ts";
export { isNestedDeeper } from "./records/read-json.ts";
export { HIGHEST_ARCHIVED_ID, isInstant, isWallClock } from "./records/record-checks.ts";
export { createSourceRecord, type SourceRecord } from "./records/source-record.ts";
export type { Redirect, RedirectKind } from "./redirects/redirect.ts";
export { REDIRECT_FORMATS, type WrittenRedirects, writeRedirects } from "./redirects/write-redirects.ts";
export {
  createImportReport,
  type ImportCounts,
  type ImportReport,
  type ImportReportOptions,
  type RecordOutcome,
} from "./report/import-report.ts";
export type { ReportEntry, ReportOutcome, UnequalMember } from "./report/report-entry.ts";
export { openReportFile, type ReportEnd, type ReportFile, type ReportHeading } from "./report/report-file.ts";
export { type DayRule, findDayRules } from "./series/day-rules.ts";
export { withSeries } from "./series/series-importer.ts";
export { withOwnSeries } from "./series/with-own-series.ts";
export { type FindSeriesOptions, type KnownEvent, withFoundSeries } from "./series/with-series.ts";
export type { FoundRecord, FoundSeries, Portion, Source } from "./source/source.ts";
export { importTextImages } from "./texts/import-text-images.ts";
export { createOldLinks, type MapAddresses, type OldLinks, type OldLinksDeps } from "./texts/old-links.ts";
export {
  type ReconcileLinksDeps,
  reconcileLinks,
} from "./texts/reconcile-links.ts";
export { withRewrittenLinks } from "./texts/rewritten-links.ts";
export { shortcodesIn } from "./texts/shortcodes.ts";
export { type Comparison, compareRecord, type KnownRecord } from "./verify/compare-record.ts";
export type { ComparisonContext } from "./verify/expected-difference.ts";
export { EXPECTED_DIFFERENCES } from "./verify/expected-differences.ts";
export {
  type AppliedRule,
  type ReadOurs,
  runVerify,
  type VerifyDeps,
  type VerifyOptions,
  type VerifyResult,
} from "./verify/run-verify.ts";
export { isWxr, wxrFilesOf } from "./wxr/wxr-files.ts";
export { openWxrSource, type WxrSourceDeps } from "./wxr/wxr-source.ts";

export { ImportError } from "./import-error.ts";
export { filesOf, LISTS } from "./list-pages/list-pages.ts";
export { type AuthorIds, createAuthorIds } from "./merge/author-ids.ts";
export { type ImportImagesDeps, importImages } from "./merge/import-images.ts";
export { type ImportListPagesOptions, importListPages } from "./merge/import-list-pages.ts";
export { HIGHEST_ARCHIVED_ID, isInstant, isWallClock } from "./records/record-checks.ts";
export { createSourceRecord, type SourceRecord } from "./records/source-record.ts";
export { createImportReport, type ImportCounts, type ImportReport } from "./report/import-report.ts";
export type { FoundRecord, Portion, Source } from "./source/source.ts";

/** Size of SQLite's page cache for reads; a negative number is in KiB. */
export const READING_CACHE: number = -32_000;
/** Size of SQLite's page cache for writes; a negative number is in KiB. */
export const WRITING_CACHE: number = -16_000;

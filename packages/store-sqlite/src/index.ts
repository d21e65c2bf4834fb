export {
  copySqliteFile,
  finishSqliteFile,
  readSqliteFile,
  type SqliteFileContents,
} from "./database/file-copies.ts";
export type { SqliteStoreOptions } from "./open-sqlite-store.ts";
export { openSqliteStore } from "./open-sqlite-store.ts";
export type { SqliteStatement, SqliteTransaction } from "./transactions/sqlite-transaction.ts";

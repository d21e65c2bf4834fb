/**
 * Exports for our own tests, as the entry `@kalends/store-sqlite/internals`. They may change with every
 * version.
 */
export { type Connection, openConnection } from "./database/connection.ts";
export { checkedVersion, migrate, requireLatest } from "./database/migrate.ts";
export { PREFIX } from "./database/prefix.ts";
export { FIRST_VERSION, MIGRATIONS, type Migration } from "./database/schema.ts";
export { READERS } from "./reading/reader-threads.ts";

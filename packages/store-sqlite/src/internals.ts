/** What our own tests look at, as the entry `@kalends/store-sqlite/internals`: it may change with every version. */
export { type Connection, openConnection } from "./database/connection.ts";
export { checkedVersion, migrate, requireLatest } from "./database/migrate.ts";
export { PREFIX } from "./database/prefix.ts";
export { FIRST_VERSION, MIGRATIONS, type Migration } from "./database/schema.ts";
export { READERS } from "./reading/reader-threads.ts";

/**
 * Entry `@kalends/store-sqlite/internals`, only for the project's own tests. It may change with every
 * version.
 */
export { type Connection, openConnection } from "./database/connection.ts";
export { checkedVersion, migrate, requireLatest } from "./database/migrate.ts";
export { PREFIX } from "./database/prefix.ts";
export { FIRST_VERSION, MIGRATIONS, type Migration } from "./database/schema.ts";
export { countFacets } from "./queries/events/facets.ts";
export { READERS } from "./reading/reader-threads.ts";

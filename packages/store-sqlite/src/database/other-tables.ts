import type { Connection } from "./connection.ts";
import { PREFIX } from "./prefix.ts";

/** A condition on `sqlite_schema`. SQLite compares names without regard to case. */
export const HAS_PREFIX: string = `substr(lower(name), 1, ${PREFIX.length}) = '${PREFIX}'`;

const OTHERS = `SELECT name FROM sqlite_schema
  WHERE type IN ('table', 'view') AND NOT ${HAS_PREFIX} AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`;

/** Names of the tables and views in the file that a host or another program has made. */
export const otherTablesOf = (connection: Connection): readonly string[] => connection.column<string>(OTHERS);

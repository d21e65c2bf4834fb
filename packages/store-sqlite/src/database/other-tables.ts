import type { Connection } from "./connection.ts";
import { PREFIX } from "./prefix.ts";

/** Condition on `sqlite_schema` for names with the prefix. It ignores letter case, as SQLite does. */
export const HAS_PREFIX: string = `substr(lower(name), 1, ${PREFIX.length}) = '${PREFIX}'`;

const OTHERS = `SELECT name FROM sqlite_schema
  WHERE type IN ('table', 'view') AND NOT ${HAS_PREFIX} AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`;

/** Returns the names of the tables and views that a host application or another program has created. */
export const otherTablesOf = (connection: Connection): readonly string[] => connection.column<string>(OTHERS);

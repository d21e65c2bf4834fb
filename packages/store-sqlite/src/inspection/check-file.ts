import type { Finding } from "@kalends/core/storage";
import { ACCOUNT_NAMES } from "../database/account-schema.ts";
import type { Connection } from "../database/connection.ts";
import { HAS_PREFIX, otherTablesOf } from "../database/other-tables.ts";
import { PREFIX } from "../database/prefix.ts";
import { TEXT_INDEXES } from "../queries/text-index.ts";
import type { Session } from "../transactions/transactions.ts";

/** Maximum number of lines about damage that are reported. */
const MAX_PROBLEMS = 50;
const INDEX = /(?:missing from|wrong # of entries in|non-unique entry in) index (\w+)/;

/** Selects a row if the table exists. A text index cannot be read if its table of texts is missing. */
const IS_TABLE = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?";

const TABLES = `SELECT name FROM sqlite_schema WHERE type = 'table' AND ${HAS_PREFIX}`;

/** Runs SQLite's own check that the file is an intact database. */
export async function* checkFile(session: Session): AsyncGenerator<Finding> {
  const lines = await session.read((connection) => {
    // Other connections may have written to the text indexes. Without these reads, the check would use an
    // outdated state of them.
    for (const index of TEXT_INDEXES)
      if (connection.value(IS_TABLE, [`${PREFIX}${index}_texts`]) !== undefined)
        connection.value(`SELECT 1 FROM ${PREFIX}${index}_search WHERE rowid = 0`);
    // If the file contains tables of a host application, only the tables of Kalends are checked. Pages that
    // belong to no table are then not checked.
    const parts = otherTablesOf(connection).length === 0 ? [MAX_PROBLEMS] : connection.column<string>(TABLES);
    return parts.flatMap((part) => connection.column<string>(`PRAGMA integrity_check(${part})`));
  });
  const reindexed = new Set<string>();
  for (const line of lines.flatMap((text) => text.split("\n"))) {
    if (line === "ok" || line === "") continue;
    const index = INDEX.exec(line)?.[1];
    if (index === undefined) yield { kind: "storage", detail: `${line}: restore the file from a backup.` };
    else if (!reindexed.has(index)) {
      reindexed.add(index);
      yield {
        kind: "layout",
        detail: `The index ${index} does not have what its table has.`,
        repair: () => session.write((connection) => void connection.run(`REINDEX ${index}`)),
      };
    }
  }
}

/** Selects the layout of the tables of Kalends. Other programs may have added objects to these tables. */
const LAYOUT = `SELECT json_array(type, name, sql, tbl_name) FROM sqlite_schema
  WHERE type IN ('table', 'index', 'trigger') AND sql IS NOT NULL ORDER BY name`;

type Part = readonly [type: string, name: string, sql: string, table: string];

const partsOf = (connection: Connection): readonly Part[] =>
  connection.column<string>(LAYOUT).map((row): Part => JSON.parse(row));

/**
 * Checks that all tables, indexes and triggers of `reference` exist. Indexes and triggers must also have the
 * same SQL as there.
 */
export async function* checkLayout(session: Session, reference: Connection): AsyncGenerator<Finding> {
  const existing = await session.read(partsOf);
  const names = new Map(existing.map((part) => [part[1], part]));
  for (const [type, name, sql, table] of partsOf(reference)) {
    // The tables of accounts exist only if the calendar has users of its own.
    if (ACCOUNT_NAMES.has(name) && !names.has(`${PREFIX}accounts`)) continue;
    const found = names.get(name);
    if (found !== undefined && (type === "table" || found[2] === sql)) continue;
    if (!names.has(table)) {
      if (type !== "table") continue;
      yield { kind: "storage", detail: `The table ${name} is missing: restore the file from a backup.` };
      continue;
    }
    yield {
      kind: "layout",
      detail: `The ${type} ${name} is ${found === undefined ? "missing" : "another one"}.`,
      repair: () =>
        session.write((connection) => {
          connection.run(`DROP ${type} IF EXISTS ${name}`);
          connection.run(sql);
        }),
    };
  }
}

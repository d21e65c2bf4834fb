import type { Connection, Value } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import type { DerivedTable } from "./derived-tables.ts";

/**
 * Replaces the rows of a record in a table by rows that `rowsOf` has returned. Rows of record tables and of
 * `records` are updated, because other tables refer to them. The function does not change the text
 * index, which may be correct and is checked later.
 */
export const replaceRows = (
  connection: Connection,
  { name, key, columns, kind }: DerivedTable,
  id: number,
  rows: readonly string[],
): void => {
  const values = rows.map((row): readonly Value[] => JSON.parse(row));
  if (kind === "columns") {
    const set = columns.map((column) => `${column} = ?`).join(", ");
    connection.run(`UPDATE ${PREFIX}${name} SET ${set} WHERE id = ?`, [...(values[0] ?? []), id]);
    return;
  }
  if (name === "records" && values[0] !== undefined) {
    const otherwise = "ON CONFLICT (id) DO UPDATE SET kind = excluded.kind";
    connection.run(`INSERT INTO ${PREFIX}records (id, kind) VALUES (?, ?) ${otherwise}`, values[0]);
    return;
  }
  connection.run(`DELETE FROM ${PREFIX}${name} WHERE ${key} = CAST(? AS INTEGER)`, [id]);
  // The R*Tree accepts only integers as ids.
  const places = columns.map((column) => (column === key ? "CAST(? AS INTEGER)" : "?")).join(", ");
  for (const row of values)
    connection.run(`INSERT INTO ${PREFIX}${name} (${columns.join(", ")}) VALUES (${places})`, row);
};

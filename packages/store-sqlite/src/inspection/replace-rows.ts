import type { Connection, Value } from "../database/connection.ts";
import { saveText, TEXT_INDEXES } from "../queries/text-index.ts";
import type { Later } from "../transactions/transactions.ts";
import type { DerivedTable } from "./derived-tables.ts";

/** Puts these rows, as `rowsOf` has written them, in place of those that a table has of a record. */
export const replaceRows = (
  connection: Connection,
  { deferred }: Later,
  { name, key, columns, kind }: DerivedTable,
  id: number,
  rows: readonly string[],
): void => {
  const values = rows.map((row): readonly Value[] => JSON.parse(row));
  const index = TEXT_INDEXES.find((one) => name === `${one}_texts`);
  if (index !== undefined) {
    const text = values[0]?.[1];
    saveText(connection, deferred, { index, id, isNew: false }, typeof text === "string" ? text : undefined);
    return;
  }
  if (kind === "columns") {
    const set = columns.map((column) => `${column} = ?`).join(", ");
    connection.run(`UPDATE ${name} SET ${set} WHERE id = ?`, [...(values[0] ?? []), id]);
    return;
  }
  if (name === "records" && values[0] !== undefined) {
    const otherwise = "ON CONFLICT (id) DO UPDATE SET kind = excluded.kind";
    connection.run(`INSERT INTO records (id, kind) VALUES (?, ?) ${otherwise}`, values[0]);
    return;
  }
  connection.run(`DELETE FROM ${name} WHERE ${key} = CAST(? AS INTEGER)`, [id]);
  // The tree takes no other number for an id.
  const places = columns.map((column) => (column === key ? "CAST(? AS INTEGER)" : "?")).join(", ");
  for (const row of values)
    connection.run(`INSERT INTO ${name} (${columns.join(", ")}) VALUES (${places})`, row);
};

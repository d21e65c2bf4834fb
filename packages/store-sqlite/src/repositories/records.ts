import type { Page, Paging, RecordKind } from "@kalends/core";
import type { Connection, Value } from "../database/connection.ts";
import { damage } from "../database/errors.ts";
import type { Session } from "../database/transactions.ts";
import { type Sql, toLimit } from "../queries/sql.ts";

/** A stored record. Throws as the database does for damage: nothing else makes one unreadable. */
export const fromJson = <T>(text: string): T => {
  const record = parsed(text);
  if (typeof record !== "object" || record === null) throw damage("A stored record is damaged.");
  // Cast: the column holds what the repository of this kind wrote.
  return record as T;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** How a list is read. */
export interface ListStatements {
  /** Selects the records' JSON in their order; ends with `LIMIT ? OFFSET ?`, for which no values are given. */
  readonly page: Sql;
  /** The number of all matches. */
  readonly total: Sql;
}

/** Reads records by statements that select their JSON. */
export interface Reader<T> {
  many(statement: string, values: readonly Value[]): Promise<readonly T[]>;
  one(statement: string, values: readonly Value[]): Promise<T | undefined>;
  list(paging: Paging, toStatements: (connection: Connection) => ListStatements): Promise<Page<T>>;
}

export const createReader = <T>(session: Session): Reader<T> => {
  const many: Reader<T>["many"] = (statement, values) =>
    session.read((connection) => connection.column<string>(statement, values).map(fromJson<T>));
  return {
    many,
    one: async (statement, values) => (await many(statement, values))[0],
    list: (paging, toStatements) =>
      session.read((connection) => {
        const { page, total: all } = toStatements(connection);
        const total = connection.total(all.text, all.values);
        const [limit, offset] = toLimit(paging);
        // Nothing is looked for past the last match, where a search would look through all that is left.
        const left = Math.min(limit, total - offset);
        if (left <= 0) return { items: [], total };
        const found = connection.column<string>(page.text, [...page.values, left, offset]);
        return { items: found.map(fromJson<T>), total };
      }),
  };
};

/** Stores a row, replacing the one with its id. The names of the columns are ours, never a caller's. */
export const saveRow = (
  connection: Connection,
  table: "events" | "venues" | "organizers" | "images" | "terms" | "accounts",
  columns: Readonly<Record<string, Value>>,
): void => {
  const names = Object.keys(columns);
  const changes = names.filter((name) => name !== "id").map((name) => `${name} = excluded.${name}`);
  connection.run(
    `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})
     ON CONFLICT (id) DO UPDATE SET ${changes.join(", ")}`,
    Object.values(columns),
  );
};

export const kindOf = (connection: Connection, id: number): RecordKind | undefined =>
  connection.value<RecordKind>("SELECT kind FROM records WHERE id = ?", [id]);

/** Makes the id one of this kind. Throws when it is one of another: an id names one record. */
export const reserveId = (connection: Connection, kind: RecordKind, id: number): void => {
  const known = kindOf(connection, id);
  if (known === undefined) connection.run("INSERT INTO records (id, kind) VALUES (?, ?)", [id, kind]);
  else if (known !== kind)
    throw new Error(`Cannot store ${kind} ${id}: this id belongs to another kind (${known}).`);
};

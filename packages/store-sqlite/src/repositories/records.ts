import type { Page, Paging, RecordKind } from "@kalends/core";
import type { CachedKind } from "../database/change-log.ts";
import type { Connection, Value } from "../database/connection.ts";
import { damage } from "../database/errors.ts";
import type { Identified, RecordCache } from "../database/record-cache.ts";
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
  /** Selects the records' ids in their order; ends with `LIMIT ? OFFSET ?`, for which no values are given. */
  readonly page: Sql;
  /** The number of all matches. */
  readonly total: Sql;
  /** How many records at the beginning of the list the page leaves out by itself. */
  readonly skipped?: number;
  /** Selects the ids of all matches in their order: where that costs less than the other two. */
  readonly all?: Sql;
}

/** Where the records of a kind are. */
export interface RecordSource {
  readonly kind: CachedKind;
  /** Selects their JSON; can be continued with WHERE. */
  readonly select: string;
  /** The column of their id in that. */
  readonly id: string;
}

/** Reads records of one kind, those that were read before from the cache. */
export interface Reader<T> {
  find(id: number): Promise<T | undefined>;
  /** Those of these records that exist, each once. */
  findMany(ids: readonly number[]): Promise<readonly T[]>;
  /** The record whose id a statement selects first. */
  one(statement: string, values: readonly Value[]): Promise<T | undefined>;
  /** The records whose ids a statement selects, in its order. */
  many(statement: string, values: readonly Value[]): Promise<readonly T[]>;
  list(paging: Paging, toStatements: (connection: Connection) => ListStatements): Promise<Page<T>>;
}

export const createReader = <T extends Identified>(session: Session, source: RecordSource): Reader<T> => {
  const load = createLoader<T>(source);
  return {
    find: (id) => session.read((connection, cache) => load(connection, cache, [id])[0]),
    findMany: (ids) => session.read((connection, cache) => load(connection, cache, [...new Set(ids)])),
    one: (statement, values) =>
      session.read((connection, cache) => {
        const id = connection.value<number>(statement, values);
        return id === undefined ? undefined : load(connection, cache, [id])[0];
      }),
    many: (statement, values) =>
      session.read((connection, cache) =>
        load(connection, cache, connection.column<number>(statement, values)),
      ),
    list: (paging, toStatements) =>
      session.search((connection, cache) => {
        const { ids, total } = findPage(connection, paging, toStatements(connection));
        return { items: load(connection, cache, ids), total };
      }),
  };
};

/** The ids of a page, and the number of all matches. */
interface FoundPage {
  readonly ids: readonly number[];
  readonly total: number;
}

const findPage = (connection: Connection, paging: Paging, statements: ListStatements): FoundPage => {
  const { page, total: count, skipped = 0, all } = statements;
  const [limit, offset] = toLimit(paging);
  if (all !== undefined) {
    const ids = connection.column<number>(all.text, all.values);
    return { ids: ids.slice(offset, offset + limit), total: ids.length };
  }
  const total = connection.total(count.text, count.values);
  // Nothing is looked for past the last match, where a search would look through all that is left.
  const left = Math.min(limit, total - offset);
  if (left <= 0) return { ids: [], total };
  return { ids: connection.column(page.text, [...page.values, left, offset - skipped]), total };
};

/** Those of these records that exist, in the order of the ids. */
export type Load<T> = (
  connection: Connection,
  cache: RecordCache | undefined,
  ids: readonly number[],
) => readonly T[];

export const createLoader = <T extends Identified>({ kind, select, id: column }: RecordSource): Load<T> => {
  const byId = `${select} WHERE ${column} = ?`;
  const byIds = `${select} WHERE ${column} IN (SELECT value FROM json_each(?))`;

  const fetch = (connection: Connection, ids: readonly number[]): readonly string[] =>
    ids.length === 1 ? connection.column(byId, ids) : connection.column(byIds, [JSON.stringify(ids)]);

  return (connection, cache, ids) => {
    const known = ids.map((id) => cache?.get<T>(kind, id));
    if (known.every((record): record is T => record !== undefined)) return known;
    const missing = ids.filter((_, index) => known[index] === undefined);
    const fetched = new Map<number, T>();
    for (const text of fetch(connection, missing)) {
      const record = fromJson<T>(text);
      cache?.set(kind, record, text.length);
      fetched.set(record.id, record);
    }
    return ids.flatMap((id, index) => known[index] ?? fetched.get(id) ?? []);
  };
};

/** Records whose JSON a statement selects, past the cache: such as are hardly asked for again. */
export const readRecords = <T>(
  session: Session,
  statement: string,
  values: readonly Value[],
): Promise<readonly T[]> =>
  session.read((connection) => connection.column<string>(statement, values).map(fromJson<T>));

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

/** Makes the id one of this kind; answers whether it is new. Throws when it is one of another: an id names one record. */
export const reserveId = (connection: Connection, kind: RecordKind, id: number): boolean => {
  if (connection.run("INSERT OR IGNORE INTO records (id, kind) VALUES (?, ?)", [id, kind]) > 0) return true;
  const known = kindOf(connection, id);
  if (known === kind) return false;
  throw new Error(`Cannot store ${kind} ${id}: this id belongs to another kind (${known}).`);
};

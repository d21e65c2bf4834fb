import type { Page, RecordKind } from "@kalends/core/storage";
import type { Connection, Value } from "../database/connection.ts";
import { damage, LateError } from "../database/errors.ts";
import { PREFIX } from "../database/prefix.ts";
import type { Identified, RecordCache } from "../database/record-cache.ts";
import { fromJson } from "../database/stored-json.ts";
import { findPage } from "../queries/list-page.ts";
import { type ListRequest, type RecordSource, toStatements } from "../queries/lists.ts";
import type { LongLists } from "../reading/long-lists.ts";
import type { FoundRecords } from "../reading/messages.ts";
import type { Session } from "../transactions/transactions.ts";

/** Session with the functions that read slow lists. */
export interface ListingSession extends Session {
  readonly longLists: LongLists;
}

/** Reads records of one kind, from the cache if possible. */
export interface Reader<T> {
  find(id: number): Promise<T | undefined>;
  /** Returns the records with these ids, without duplicates. Ids without a record are skipped. */
  findMany(ids: readonly number[]): Promise<readonly T[]>;
  /** Returns the record with the first id that the statement selects. */
  one(statement: string, values: readonly Value[]): Promise<T | undefined>;
  /** Returns the records with the ids that the statement selects, in the same order. */
  many(statement: string, values: readonly Value[]): Promise<readonly T[]>;
  list(request: ListRequest): Promise<Page<T>>;
}

/** Converts stored data to records of one kind. */
export interface Loading<T> {
  readonly load: Load<T>;
  /** Converts the result of a reader thread. */
  fromTexts(found: FoundRecords): readonly T[];
}

const createLoading = <T extends Identified>(source: RecordSource): Loading<T> => ({
  load: createLoader<T>(source),
  fromTexts: ({ texts }) => texts.map(fromJson<T>),
});

export const createReader = <T extends Identified>(
  session: ListingSession,
  source: RecordSource,
  { load, fromTexts }: Loading<T> = createLoading(source),
): Reader<T> => {
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
    list(request) {
      const read = (
        connection: Connection,
        cache: RecordCache | undefined,
        mayBeUncancellable: boolean,
      ): Page<T> => {
        const statements = toStatements(request, connection);
        if (statements.isUncancellable && !mayBeUncancellable) throw new LateError();
        const { ids, total } = findPage(connection, request.query, statements);
        return { items: load(connection, cache, ids), total };
      };
      return session.longLists.read(
        request,
        (isOver, mayBeUncancellable) =>
          session.search((connection, cache) =>
            withinTime(connection, isOver, () => read(connection, cache, mayBeUncancellable)),
          ),
        // The conversion runs as a read, so that errors about damaged data are converted too.
        (found) => session.read(() => ({ items: fromTexts(found), total: found.total })),
      );
    },
  };
};

/** Runs `work` with a time limit. Returns `undefined` if the limit was exceeded. */
export const withinTime = <T>(
  connection: Connection,
  isOver: () => boolean,
  work: () => T,
): T | undefined => {
  try {
    return connection.limited(isOver, work);
  } catch (error) {
    if (error instanceof LateError) return undefined;
    throw error;
  }
};

/** Returns the records with these ids, in the order of the ids. Ids without a record are skipped. */
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
    const found = new Map<number, T>();
    const missing = new Set<number>();
    for (const id of ids) {
      const known = cache?.get<T>(kind, id);
      if (known === undefined) missing.add(id);
      else found.set(id, known);
    }
    for (const text of missing.size === 0 ? [] : fetch(connection, [...missing])) {
      const record = fromJson<T>(text);
      // A record with another id than its row would be cached under the wrong id.
      if (!missing.has(record.id)) throw displaced();
      cache?.set(kind, record, text.length);
      found.set(record.id, record);
    }
    const records: T[] = [];
    for (const id of ids) {
      const record = found.get(id);
      if (record !== undefined) records.push(record);
    }
    return records;
  };
};

/**
 * Returns the records whose JSON the statement selects. It does not use the cache, because such records are
 * rarely read again.
 */
export const readRecords = <T>(
  session: Session,
  statement: string,
  values: readonly Value[],
): Promise<readonly T[]> => session.read((connection) => readJson<T>(connection, statement, values));

export const readJson = <T>(
  connection: Connection,
  statement: string,
  values: readonly Value[],
): readonly T[] => connection.column<string>(statement, values).map(fromJson<T>);

/**
 * Returns the records after an id whose JSON the statement selects, in the order of ids. Throws if the ids in
 * the JSON do not ascend after `afterId`. A record then has the id of another row, and the caller could read
 * the same records without end.
 */
export const readInOrder = <T extends Identified>(
  connection: Connection,
  statement: string,
  [afterId, limit]: readonly [number, number],
): readonly T[] => {
  const records = readJson<T>(connection, statement, [afterId, limit]);
  for (const [index, { id }] of records.entries())
    if (!(id > (records[index - 1]?.id ?? afterId))) throw displaced();
  return records;
};

const displaced = (): Error => damage("A stored record is that of another id.");

/** Column of a table, with the function that returns its value for a record. */
export type Column<T> = readonly [name: string, of: (record: T) => Value];

/**
 * Creates the function that stores the row of a record and replaces the row with the same id. Names of
 * columns must not come from a caller.
 */
export const createRowWriter = <T>(
  table: "events" | "venues" | "organizers" | "images" | "terms" | "accounts",
  columns: readonly Column<T>[],
): ((connection: Connection, record: T) => void) => {
  const names = columns.map(([name]) => name);
  const changes = names.filter((name) => name !== "id").map((name) => `${name} = excluded.${name}`);
  const statement = `INSERT INTO ${PREFIX}${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})
    ON CONFLICT (id) DO UPDATE SET ${changes.join(", ")}`;
  return (connection, record) => {
    connection.run(
      statement,
      columns.map(([, of]) => of(record)),
    );
  };
};

export const kindOf = (connection: Connection, id: number): RecordKind | undefined =>
  connection.value<RecordKind>(`SELECT kind FROM ${PREFIX}records WHERE id = ?`, [id]);

/**
 * Reserves an id for a kind of record. Returns true if the id is new. Throws if a record of another kind has
 * the id.
 */
export const reserveId = (connection: Connection, kind: RecordKind, id: number): boolean => {
  if (connection.run(`INSERT OR IGNORE INTO ${PREFIX}records (id, kind) VALUES (?, ?)`, [id, kind]) > 0)
    return true;
  const known = kindOf(connection, id);
  if (known === kind) return false;
  throw new Error(`Cannot store ${kind} ${id}: this id belongs to another kind (${known}).`);
};

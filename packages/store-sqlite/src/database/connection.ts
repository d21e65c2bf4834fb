import { distanceBetween, relevanceOf } from "@kalends/core/storage";
import Database from "better-sqlite3";
import type { Row } from "../transactions/sqlite-transaction.ts";
import { LateError } from "./errors.ts";

/**
 * Values that can be bound to a statement. The driver binds numbers as floating point; integer columns
 * convert them back without loss.
 */
export type Value = string | number | null;

/**
 * Connection to the database. Prepared statements are cached, except those of `prepare`. The caller must
 * state the correct types of columns.
 */
export interface Connection {
  readonly inTransaction: boolean;
  /** Returns the first column of all rows. */
  column<T extends Value>(sql: string, values?: readonly Value[]): readonly T[];
  /** Returns the first column of the first row, or `undefined` if there is no row. */
  value<T extends Value>(sql: string, values?: readonly Value[]): T | undefined;
  /**
   * Same as `value`, for a result that stays the same until another connection commits. Connections with
   * `remembersTotals` cache the result until the first call of `hold` after such a commit.
   */
  kept<T extends Value>(sql: string, values: readonly Value[]): T | undefined;
  /** Same as `kept`, for a number. */
  total(sql: string, values: readonly Value[]): number;
  /**
   * Returns a number that changes with each commit of another connection. Inside a transaction it belongs to
   * the snapshot that the transaction reads.
   */
  version(): number;
  /** Runs a statement and returns the number of rows that it changed. */
  run(sql: string, values?: readonly Value[]): number;
  /** Prepares a statement whose rows are returned as objects. The statement is not cached. */
  prepare(sql: string): Pick<Database.Statement<unknown[], Row>, "run" | "get" | "all">;
  /** Runs several statements that have no values. */
  script(sql: string): void;
  /**
   * Starts a shared read: until `release`, all reads see the same state of the file and use one lock
   * together. Returns the `version` of this state.
   */
  hold(): number;
  /** Ends the shared read that `hold` started. Never throws. */
  release(): void;
  /**
   * Runs `work` with a time limit: throws a `LateError` once `isOver` returns true. Only statements that call
   * `in_time()` check `isOver`.
   */
  limited<T>(isOver: () => boolean, work: () => T): T;
  /**
   * Copies the write-ahead log into the database and truncates the log. Parts that other connections still
   * read stay in the log.
   */
  checkpoint(): void;
  close(): void;
}

interface ConnectionOptions {
  /** Maximum number of milliseconds for which a statement blocks to wait for a lock. */
  readonly timeout: number;
  /** True if opening throws when the file does not exist. Otherwise the file is created. */
  readonly mustExist?: boolean;
  /** Called with the text of every statement that runs. */
  readonly onStatement?: (sql: string) => void;
  /**
   * True if results of `kept` and `total` are cached until another connection commits. Set it only
   * for connections that never write.
   */
  readonly remembersTotals?: boolean;
}

/** Maximum number of cached statements. It limits the memory if a caller uses very many different queries. */
const MAX_STATEMENTS = 1000;
const MAX_TOTALS = 1000;
/** Maximum length of all texts together that `kept` caches, in UTF-16 code units. */
const MAX_SIZE = 4_000_000;

/** Returns a function that tests if one line of a text contains all fragments of a JSON list. */
const createLineSearch = (): ((text: string, fragments: string) => number) => {
  // A statement passes the same fragments for many texts in a row, so their parsed list is cached.
  let [lastFragments, wanted]: [string, readonly string[]] = ["[]", []];
  return (text, fragments) => {
    if (fragments !== lastFragments) [lastFragments, wanted] = [fragments, JSON.parse(fragments)];
    return Number(text.split("\n").some((line) => wanted.every((fragment) => line.includes(fragment))));
  };
};

/** Returns the function `relevanceOf`, for words as a JSON list. */
const createRelevance = (): ((text: string, words: string) => number) => {
  let [lastWords, wanted]: [string, readonly string[]] = ["[]", []];
  return (text, words) => {
    if (words !== lastWords) [lastWords, wanted] = [words, JSON.parse(words)];
    return relevanceOf(text, wanted);
  };
};

/** True if the driver was not compiled, or was compiled for another version of Node.js. */
const isNotBuilt = (error: unknown): boolean =>
  error instanceof Error && ("tries" in error || ("code" in error && error.code === "ERR_DLOPEN_FAILED"));

const openDatabase = (place: string, options: Database.Options): Database.Database => {
  try {
    return new Database(place, options);
  } catch (error) {
    if (!isNotBuilt(error)) throw error;
    throw new Error(
      'SQLite is not built for this Node.js: npm rebuild better-sqlite3, where package.json lets it run its script ("allowScripts": { "better-sqlite3": true })',
      { cause: error },
    );
  }
};

export const openConnection = (
  place: string,
  { timeout, mustExist = false, onStatement, remembersTotals = false }: ConnectionOptions,
): Connection => {
  const database = openDatabase(place, { timeout, fileMustExist: mustExist });
  const lineHolds = createLineSearch();
  database.function("line_holds", { deterministic: true }, (text, fragments) =>
    lineHolds(String(text), String(fragments)),
  );
  const relevance = createRelevance();
  database.function("relevance", { deterministic: true }, (text, words) =>
    relevance(String(text), String(words)),
  );
  database.function("distance_km", { deterministic: true }, (lat, lng, otherLat, otherLng) =>
    distanceBetween({ lat: Number(lat), lng: Number(lng) }, { lat: Number(otherLat), lng: Number(otherLng) }),
  );
  let isLate: () => boolean = () => false;
  database.function("in_time", () => {
    if (isLate()) throw new LateError();
    return 1;
  });
  const statements = new Map<string, Database.Statement<unknown[]>>();
  const prepare = (sql: string): Database.Statement<unknown[]> => {
    onStatement?.(sql);
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    const prepared = database.prepare<unknown[]>(sql);
    if (prepared.reader) prepared.pluck();
    statements.set(sql, prepared);
    return prepared;
  };
  // The types cannot be checked here: the author of a statement knows the types that it selects.
  const value = <T extends Value>(sql: string, values: readonly Value[] = []): T | undefined =>
    prepare(sql).get(...values) as T | undefined;
  const versionStatement = database.prepare("PRAGMA data_version").pluck();
  // The type is safe, because SQLite documents `data_version` as an integer.
  const version = (): number => versionStatement.get() as number;
  const remembered = rememberValues(value);
  const kept = remembersTotals ? remembered.read : value;
  const [begin, end] = [database.prepare("BEGIN"), database.prepare("COMMIT")];
  const abort = database.prepare("ROLLBACK");
  return {
    get inTransaction() {
      return database.inTransaction;
    },
    column: <T extends Value>(sql: string, values: readonly Value[] = []) =>
      prepare(sql).all(...values) as T[],
    value,
    kept,
    total: (sql, values) => kept<number>(sql, values) ?? 0,
    version,
    run: (sql, values = []) => prepare(sql).run(...values).changes,
    prepare(sql) {
      onStatement?.(sql);
      return database.prepare<unknown[], Row>(sql);
    },
    script(sql) {
      onStatement?.(sql);
      database.exec(sql);
    },
    hold() {
      if (!database.inTransaction) begin.run();
      const held = version();
      remembered.validate(held);
      return held;
    },
    release() {
      for (const statement of [end, abort]) {
        try {
          if (database.inTransaction) statement.run();
        } catch {
          // If a read has found damage, ending the transaction fails too. The caller already has the error of
          // the read.
        }
      }
    },
    limited(isOver, work) {
      isLate = isOver;
      try {
        return work();
      } finally {
        isLate = () => false;
      }
    },
    checkpoint() {
      database.pragma("wal_checkpoint(TRUNCATE)");
    },
    close() {
      database.close();
    },
  };
};

type Read = <T extends Value>(sql: string, values: readonly Value[]) => T | undefined;

/**
 * Caches values until another connection commits. Lists are requested repeatedly, and counting all matches or
 * reading each series takes longer than reading one page.
 */
const rememberValues = (read: Read): { readonly read: Read; validate(version: number): void } => {
  const known = new Map<string, Value | undefined>();
  let [counted, size]: [number | undefined, number] = [undefined, 0];
  const clear = (): void => {
    known.clear();
    size = 0;
  };
  return {
    read<T extends Value>(sql: string, values: readonly Value[]) {
      const key = JSON.stringify([sql, ...values]);
      // The type is safe, because the same statement has selected the cached value.
      if (known.has(key)) return known.get(key) as T | undefined;
      const value = read<T>(sql, values);
      size += typeof value === "string" ? value.length : 0;
      if (known.size >= MAX_TOTALS || size > MAX_SIZE) clear();
      known.set(key, value);
      return value;
    },
    validate(version) {
      if (version !== counted) clear();
      counted = version;
    },
  };
};

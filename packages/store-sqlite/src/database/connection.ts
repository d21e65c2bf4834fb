import { distanceBetween } from "@kalends/core";
import Database from "better-sqlite3";
import type { Row } from "../transactions/sqlite-transaction.ts";
import { LateError } from "./errors.ts";

/** What can be bound. The driver binds numbers as floating point; integer columns turn them back without loss. */
export type Value = string | number | null;

/** One connection to the database, with each statement prepared once. Types of columns are the caller's promise. */
export interface Connection {
  readonly inTransaction: boolean;
  /** The first column of every row. */
  column<T extends Value>(sql: string, values?: readonly Value[]): readonly T[];
  /** The first column of the first row. */
  value<T extends Value>(sql: string, values?: readonly Value[]): T | undefined;
  /** As `value`, for what stays the same until another connection commits; may be kept until the next `hold` after that. */
  kept<T extends Value>(sql: string, values: readonly Value[]): T | undefined;
  /** The same for a number. */
  total(sql: string, values: readonly Value[]): number;
  /** Changes with each commit of another connection; inside a transaction it is that of its snapshot. */
  version(): number;
  /** Answers how many rows changed. */
  run(sql: string, values?: readonly Value[]): number;
  /** A statement of somebody else, whose rows are objects; it is not kept. */
  prepare(sql: string): Pick<Database.Statement<unknown[], Row>, "run" | "get" | "all">;
  /** Several statements without values. */
  script(sql: string): void;
  /** Until `release`, reads see one state of the file, and lock it once instead of once each. Answers its `version`. */
  hold(): number;
  /** Never throws. */
  release(): void;
  /** What `work` answers, or a `LateError` once `isOver` says so: statements ask for it where they have `in_time()`. */
  limited<T>(isOver: () => boolean, work: () => T): T;
  /** Copies what the write-ahead log holds into the database, as far as it is not being read, and empties the log. */
  checkpoint(): void;
  close(): void;
}

interface ConnectionOptions {
  /** How long a statement blocks for a lock, in milliseconds. */
  readonly timeout: number;
  /** Whether opening throws when there is no file; otherwise it is made. */
  readonly isThere?: boolean;
  /** Gets the text of every statement that runs. */
  readonly onStatement?: (sql: string) => void;
  /** Only for a connection that never writes: what it has counted holds until another one commits. */
  readonly remembersTotals?: boolean;
}

/** Shapes of queries are few; this only bounds what is kept for a caller who tries them all. */
const MAX_STATEMENTS = 1000;
const MAX_TOTALS = 1000;
/** Of texts that are kept, in characters. */
const MAX_SIZE = 4_000_000;

/** Whether a text with one entry a line holds all of these fragments (a JSON list) within one line. */
const createLineSearch = (): ((text: string, fragments: string) => number) => {
  // A statement asks for the same fragments in one text after another.
  let [asked, wanted]: [string, readonly string[]] = ["[]", []];
  return (text, fragments) => {
    if (fragments !== asked) [asked, wanted] = [fragments, JSON.parse(fragments)];
    return Number(text.split("\n").some((line) => wanted.every((fragment) => line.includes(fragment))));
  };
};

/** What npm has not built, or for another version of Node, is said with a list of all places that were looked at. */
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
  { timeout, isThere = false, onStatement, remembersTotals = false }: ConnectionOptions,
): Connection => {
  const database = openDatabase(place, { timeout, fileMustExist: isThere });
  const lineHolds = createLineSearch();
  database.function("line_holds", { deterministic: true }, (text, fragments) =>
    lineHolds(String(text), String(fragments)),
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
  // Casts: the driver cannot know what a statement selects; the author of the statement does.
  const value = <T extends Value>(sql: string, values: readonly Value[] = []): T | undefined =>
    prepare(sql).get(...values) as T | undefined;
  const versionStatement = database.prepare("PRAGMA data_version").pluck();
  // An integer, as the database documents it.
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
          // After a read that came upon damage the end fails once more; the reader has got that error already.
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
 * Counting all matches costs more than reading a page of them, as does looking at each series, and the same lists are asked for again
 * and again.
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
      // Cast: what the same statement has selected.
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

import type { Connection, Row } from "../database/connection.ts";

/** What can be bound, as the driver takes it: values in their order, or one object of named ones. */
type Bound = readonly unknown[];

/** One statement in an open transaction. Everything happens at once, and throws what the driver throws. */
export interface SqliteStatement {
  run(...values: Bound): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  /** The first row. */
  get(...values: Bound): Row | undefined;
  all(...values: Bound): readonly Row[];
}

/**
 * The connection of a unit of work, for tables of a host beside those of the store: statements that read and write rows, one at a
 * time. What would end the transaction, or change tables or the connection, throws; so does everything once the unit has ended.
 */
export interface SqliteTransaction {
  prepare(sql: string): SqliteStatement;
  run(sql: string, ...values: Bound): ReturnType<SqliteStatement["run"]>;
  get(sql: string, ...values: Bound): Row | undefined;
  all(sql: string, ...values: Bound): readonly Row[];
}

/** White space and comments, in front of the first word. */
const IN_FRONT = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$))*/;

const ALLOWED: ReadonlySet<string> = new Set([
  ...["select", "insert", "update", "delete", "replace", "with", "values"],
]);

/** The driver itself takes one statement at a time. */
const demandAllowed = (sql: string): void => {
  const word = /^[a-z]*/i.exec(sql.replace(IN_FRONT, ""))?.[0] ?? "";
  if (ALLOWED.has(word.toLowerCase())) return;
  const what = word === "" ? "This statement" : word.toUpperCase();
  throw new Error(`${what} is not for a transaction of the calendar: only rows are read and written there.`);
};

/** `step` throws when the unit has ended, or does the work. */
export const createNativeTransaction = (
  connection: Connection,
  step: <T>(work: () => T) => T,
): SqliteTransaction => {
  const prepare = (sql: string): SqliteStatement =>
    step(() => {
      demandAllowed(sql);
      const statement = connection.prepare(sql);
      return {
        run: (...values) => step(() => statement.run(...values)),
        get: (...values) => step(() => statement.get(...values)),
        all: (...values) => step(() => statement.all(...values)),
      };
    });
  return {
    prepare,
    run: (sql, ...values) => prepare(sql).run(...values),
    get: (sql, ...values) => prepare(sql).get(...values),
    all: (sql, ...values) => prepare(sql).all(...values),
  };
};

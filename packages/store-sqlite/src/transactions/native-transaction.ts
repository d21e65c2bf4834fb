import type { Connection } from "../database/connection.ts";
import type { SqliteStatement, SqliteTransaction } from "./sqlite-transaction.ts";

/** Matches white space and comments before the first word of a statement. */
const IN_FRONT = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$))*/;

const ALLOWED: ReadonlySet<string> = new Set([
  ...["select", "insert", "update", "delete", "replace", "with", "values"],
]);

/** Throws if the statement is not allowed. The driver itself refuses more than one statement at a time. */
const demandAllowed = (sql: string): void => {
  const word = /^[a-z]*/i.exec(sql.replace(IN_FRONT, ""))?.[0] ?? "";
  if (ALLOWED.has(word.toLowerCase())) return;
  const what = word === "" ? "This statement" : word.toUpperCase();
  throw new Error(
    `${what} is not allowed in a transaction of the calendar, which only reads and writes rows.`,
  );
};

/** Creates the transaction object for the caller. `step` runs a call, or throws if the unit has ended. */
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

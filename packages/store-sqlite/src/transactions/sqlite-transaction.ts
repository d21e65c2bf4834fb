/** A row of the host's own tables, by column. */
export type Row = Readonly<Record<string, unknown>>;

/** Values to bind, as the driver accepts them: positional, or one object with named values. */
type Bound = readonly unknown[];

/** One statement in an open transaction. All methods are synchronous and throw the errors of the driver. */
export interface SqliteStatement {
  run(...values: Bound): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  /** Returns the first row. */
  get(...values: Bound): Row | undefined;
  all(...values: Bound): readonly Row[];
}

/**
 * Connection of a unit of work, for a host's tables in the same file. It runs statements that read and write
 * rows, one at a time. Statements that would end the transaction, or change tables or the connection, throw.
 * All calls throw after the unit has ended.
 */
export interface SqliteTransaction {
  prepare(sql: string): SqliteStatement;
  run(sql: string, ...values: Bound): ReturnType<SqliteStatement["run"]>;
  get(sql: string, ...values: Bound): Row | undefined;
  all(sql: string, ...values: Bound): readonly Row[];
}

/** Row of a table of the host application, by column name. */
export type Row = Readonly<Record<string, unknown>>;

/** Values to bind, in the form that the driver accepts: in order, or one object with named values. */
type Bound = readonly unknown[];

/** Statement in an open transaction. All functions are synchronous and throw the errors of the driver. */
export interface SqliteStatement {
  run(...values: Bound): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  /** Returns the first row. */
  get(...values: Bound): Row | undefined;
  all(...values: Bound): readonly Row[];
}

/**
 * Connection of a unit of work, for tables of a host application in the same file.
 * It runs statements that read or write rows, one at a time. Statements that would end the transaction, or
 * change tables or the connection, throw. After the unit has ended, all calls throw.
 */
export interface SqliteTransaction {
  prepare(sql: string): SqliteStatement;
  run(sql: string, ...values: Bound): ReturnType<SqliteStatement["run"]>;
  get(sql: string, ...values: Bound): Row | undefined;
  all(sql: string, ...values: Bound): readonly Row[];
}

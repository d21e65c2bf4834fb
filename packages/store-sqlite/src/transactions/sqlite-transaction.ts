/** A row of the host's own tables, by column. */
export type Row = Readonly<Record<string, unknown>>;

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

import type { CalendarEvent, Post } from "@kalends/core";
import {
  type CostFilter,
  costRange,
  type EventQuery,
  type FieldName,
  type FieldRange,
  fieldKey,
  fieldValues,
  isRange,
  toComparableRange,
  type ValueOrder,
} from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { every, PREFIXED, raw, type Sql, sql, when } from "./sql.ts";

/**
 * Tables for filters by range and for sorting. `extension_scalars` contains the numbers and texts of plugin
 * fields. `event_costs` contains the lowest and highest price of events, for both decimal marks.
 */

const DECIMAL_MARKS = [".", ","] as const;

/** Updates the rows of an event, venue or organizer in `extension_scalars`. */
export const saveExtensionScalars = (connection: Connection, post: Post, isNew: boolean): void => {
  if (!isNew) connection.run(`DELETE FROM ${PREFIX}extension_scalars WHERE record_id = ?`, [post.id]);
  for (const [key, value] of fieldValues(post))
    connection.run(`INSERT INTO ${PREFIX}extension_scalars (record_id, field, value) VALUES (?, ?, ?)`, [
      post.id,
      key,
      value,
    ]);
};

/** Updates the rows of an event in `event_costs`. */
export const saveCosts = (connection: Connection, { id, cost }: CalendarEvent, isNew: boolean): void => {
  if (!isNew) connection.run(`DELETE FROM ${PREFIX}event_costs WHERE event_id = ?`, [id]);
  for (const mark of DECIMAL_MARKS) {
    const range = costRange(cost, mark);
    if (range === undefined) continue;
    connection.run(
      `INSERT INTO ${PREFIX}event_costs (event_id, decimal_mark, lowest, highest) VALUES (?, ?, ?, ?)`,
      [id, mark, range.lowest, range.highest],
    );
  }
};

export const SORTABLE_VALUES: string = `
CREATE TABLE ${PREFIX}extension_scalars (
  record_id INTEGER NOT NULL REFERENCES ${PREFIX}records (id),
  field TEXT NOT NULL,
  value ANY NOT NULL,
  PRIMARY KEY (record_id, field)
) STRICT, WITHOUT ROWID;
CREATE INDEX ${PREFIX}extension_scalars_by_value ON ${PREFIX}extension_scalars (field, value);

CREATE TABLE ${PREFIX}event_costs (
  event_id INTEGER NOT NULL REFERENCES ${PREFIX}events (id),
  decimal_mark TEXT NOT NULL,
  lowest REAL NOT NULL,
  highest REAL NOT NULL,
  PRIMARY KEY (event_id, decimal_mark)
) STRICT, WITHOUT ROWID;
CREATE INDEX ${PREFIX}event_costs_by_lowest ON ${PREFIX}event_costs (decimal_mark, lowest, highest);
CREATE INDEX ${PREFIX}event_costs_by_highest ON ${PREFIX}event_costs (decimal_mark, highest, lowest);`;

/**
 * Condition that a value is within a range. Numbers sort before all texts, and the empty text is the first
 * text.
 */
const isWithin = (column: string, range: FieldRange): Sql => {
  const { from, until } = toComparableRange(range);
  return every([
    ...when(from, (value) => sql`${raw(column)} >= ${value}`),
    ...when(until, (value) => sql`${raw(column)} <= ${value}`),
    ...(typeof from === "number" ? [raw(`${column} < ''`)] : []),
    ...(typeof until === "string" ? [raw(`${column} >= ''`)] : []),
  ]);
};

/** Values that an index contains in order. */
export interface SortedValues {
  readonly table: "extension_scalars" | "event_costs";
  readonly index: string;
  /** Column with the id of the record. The next one is the column with the value. */
  readonly id: "record_id" | "event_id";
  readonly value: "value" | "lowest" | "highest";
  /** Returns the condition that selects these values among all entries of the index. */
  condition(alias: string): Sql;
}

export const valuesOfField = (field: FieldName, range: FieldRange = {}): SortedValues => ({
  table: "extension_scalars",
  index: "extension_scalars_by_value",
  id: "record_id",
  value: "value",
  condition: (alias) =>
    sql`${raw(alias)}.field = ${fieldKey(field)} AND ${isWithin(`${alias}.value`, range)}`,
});

const valuesOfCost = (
  value: "lowest" | "highest",
  { decimalMark, from, until }: CostFilter,
): SortedValues => ({
  table: "event_costs",
  index: `event_costs_by_${value}`,
  id: "event_id",
  value,
  condition: (alias) =>
    every([
      sql`${raw(alias)}.decimal_mark = ${decimalMark}`,
      ...when(from, (least) => sql`${raw(alias)}.highest >= ${least}`),
      ...when(until, (most) => sql`${raw(alias)}.lowest <= ${most}`),
    ]),
});

/**
 * Returns the sorted prices that meet a cost filter. If the filter has no lower bound, these are the lowest
 * prices of events; otherwise they are the highest prices.
 */
export const valuesOfRange = (filter: CostFilter): SortedValues =>
  valuesOfCost(filter.from === undefined ? "lowest" : "highest", filter);

export const valuesOfOrder = (order: ValueOrder): SortedValues =>
  order.by === "field"
    ? valuesOfField(order)
    : valuesOfCost(order.descending === true ? "highest" : "lowest", { decimalMark: order.decimalMark });

/** Condition that the record with this id has one of these values. It tests one record after another. */
export const hasValue = (record: string, { table, id, condition }: SortedValues): Sql =>
  sql`EXISTS (SELECT 1 FROM ${PREFIXED}${raw(table)} x WHERE x.${raw(id)} = ${raw(record)} AND ${condition("x")})`;

/** Part of a FROM clause: the values under this alias, in order, and their events as `m`. */
export const alongValues = ({ table, index, id }: SortedValues, alias: string): Sql =>
  raw(
    `${PREFIX}${table} ${alias} INDEXED BY ${PREFIX}${index} CROSS JOIN ${PREFIX}events m ON m.id = ${alias}.${id}`,
  );

/**
 * Continuation of a FROM clause that contains the id of a record: adds the value of the record, if it has
 * one.
 */
export const withValue = (record: string, { table, id, condition }: SortedValues, alias: string): Sql =>
  sql` LEFT JOIN ${raw(`${PREFIX}${table} ${alias} ON ${alias}.${id} = ${record}`)} AND ${condition(alias)}`;

/**
 * Number of values above which testing the events of the date range is faster than collecting and sorting the
 * events of the values.
 */
const FEW = 1000;

/** Returns the first range of the query that only a few values match. */
export const fewValues = (query: EventQuery, connection: Connection): SortedValues | undefined =>
  [
    ...(query.extensions ?? []).filter(isRange).map((filter) => valuesOfField(filter, filter.range)),
    ...(query.cost === undefined ? [] : [valuesOfRange(query.cost)]),
  ].find(({ table, index, condition }) => {
    const { text, values } = sql`SELECT count(*) FROM (
      SELECT 1 FROM ${raw(`${PREFIX}${table} x INDEXED BY ${PREFIX}${index}`)} WHERE ${condition("x")} LIMIT ${FEW})`;
    return connection.total(text, values) < FEW;
  });

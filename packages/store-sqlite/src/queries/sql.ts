import type { Paging, Visibility, WallClockRange } from "@kalends/core/storage";
import type { Value } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";

/** SQL statement, or a part of one, with the values that are bound to its question marks, in order. */
export interface Sql {
  readonly text: string;
  readonly values: readonly Value[];
}

/** Builds SQL from a template. Parts that are SQL are inserted; all other values are bound. */
export const sql = (texts: TemplateStringsArray, ...parts: readonly (Sql | Value)[]): Sql => {
  // Loops, here and below, are ten times as fast as `map`. Each list is built from dozens of parts.
  const values: Value[] = [];
  let text = texts[0] ?? "";
  for (const [index, part] of parts.entries()) {
    const isSql = typeof part === "object" && part !== null;
    text += (isSql ? part.text : "?") + (texts[index + 1] ?? "");
    if (isSql) values.push(...part.values);
    else values.push(part);
  }
  return { text, values };
};

/** Creates SQL from a trusted text, such as the name of a column. */
export const raw = (text: string): Sql => ({ text, values: [] });

/** Prefix of the name of each table and index, for use in `sql` templates. */
export const PREFIXED: Sql = raw(PREFIX);

export const join = (parts: readonly Sql[], separator: string): Sql => {
  const values: Value[] = [];
  let text = "";
  for (const [index, part] of parts.entries()) {
    text += index === 0 ? part.text : separator + part.text;
    values.push(...part.values);
  }
  return { text, values };
};

/** Returns the condition of a filter; none if the filter is undefined. */
export const when = <T>(value: T | undefined, toCondition: (value: T) => Sql): readonly Sql[] =>
  value === undefined ? [] : [toCondition(value)];

/** Combines conditions with AND. */
export const every = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw("1") : join(conditions, " AND ");

/**
 * Condition that a column has one of these values.
 * For a single value it uses equality, so that an index can use the columns that follow. A longer list is
 * bound as one JSON text, so that the statement is the same for every length.
 */
export const oneOf = (column: string, values: readonly (string | number)[]): Sql => {
  const [only] = values;
  return values.length === 1 && only !== undefined
    ? sql`${raw(column)} = ${only}`
    : sql`${raw(column)} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
};

export const isVisible = (alias: string, { statuses, own }: Visibility): Sql => {
  const byAll = oneOf(`${alias}.status`, statuses);
  if (own === undefined) return byAll;
  return sql`(${byAll} OR ${raw(alias)}.author = ${own.author} AND ${oneOf(`${alias}.status`, own.statuses)})`;
};

export const isWithin = (column: string, { from, after, until, before }: WallClockRange): Sql =>
  every([
    ...when(from, (value) => sql`${raw(column)} >= ${value}`),
    ...when(after, (value) => sql`${raw(column)} > ${value}`),
    ...when(until, (value) => sql`${raw(column)} <= ${value}`),
    ...when(before, (value) => sql`${raw(column)} < ${value}`),
  ]);

/** Returns the values for `LIMIT ? OFFSET ?`. */
export const toLimit = ({ page, perPage }: Paging): readonly [limit: number, offset: number] => [
  Math.min(perPage, Number.MAX_SAFE_INTEGER),
  Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER),
];

/**
 * Condition that is true, or ends the statement if its time limit is over (see `Connection.limited`).
 * Use it in each statement that may scan many rows, on the id of the scanned rows. It checks the time for one
 * of 256 ids. A multiplicative hash selects these ids, because all ids of a calendar may be odd or end with
 * the same digits.
 */
export const inTime = (id: string): Sql =>
  raw(`(((${id} & 2147483647) * 2654435769 >> 24) & 255 <> 0 OR in_time())`);

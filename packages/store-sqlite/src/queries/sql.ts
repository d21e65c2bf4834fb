import type { Paging, Visibility, WallClockRange } from "@kalends/core";
import type { Value } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";

/** A statement, or a part of one, and what is bound to its question marks, in their order. */
export interface Sql {
  readonly text: string;
  readonly values: readonly Value[];
}

/** Puts parts that are SQL in their places and binds all others. */
export const sql = (texts: TemplateStringsArray, ...parts: readonly (Sql | Value)[]): Sql => {
  // In loops, here and below: each list is made of dozens of parts, and this is ten times as fast as mapping them.
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

/** What we have written ourselves, such as the name of a column. */
export const raw = (text: string): Sql => ({ text, values: [] });

/** In front of the name of each table and index in an `sql` text. */
export const OURS: Sql = raw(PREFIX);

export const join = (parts: readonly Sql[], separator: string): Sql => {
  const values: Value[] = [];
  let text = "";
  for (const [index, part] of parts.entries()) {
    text += index === 0 ? part.text : separator + part.text;
    values.push(...part.values);
  }
  return { text, values };
};

/** A condition for a filter that was asked for; nothing for one that was not. */
export const when = <T>(value: T | undefined, toCondition: (value: T) => Sql): readonly Sql[] =>
  value === undefined ? [] : [toCondition(value)];

/** All of them hold. */
export const every = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw("1") : join(conditions, " AND ");

/**
 * Equality for one value lets an index serve what comes after the column; lists of more values cannot. A list is bound as one
 * JSON text, so that its length does not change the statement.
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

/** What is bound to `LIMIT ? OFFSET ?`. */
export const toLimit = ({ page, perPage }: Paging): readonly [limit: number, offset: number] => [
  Math.min(perPage, Number.MAX_SAFE_INTEGER),
  Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER),
];

/**
 * For each statement that may look at many rows, and in it where these are looked at: true, or the end of the statement when it has
 * taken too long (see `Connection.limited`). Asks for one of 256 ids, spread by a multiplicative hash: those that a calendar has may all be
 * odd, or end in the same digits.
 */
export const inTime = (id: string): Sql =>
  raw(`(((${id} & 2147483647) * 2654435769 >> 24) & 255 <> 0 OR in_time())`);

import type { Paging, Visibility, WallClockRange } from "@kalends/core";
import type { Value } from "./connection.ts";
import { damage } from "./unavailable.ts";

/** A part of a WHERE clause and what is bound to its question marks, in their order. */
export interface Condition {
  readonly text: string;
  readonly values: readonly Value[];
}

/** A whole statement and what is bound to its question marks. */
export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
}

/** A condition for a filter that was asked for; nothing for one that was not. */
export const when = <T>(value: T | undefined, toCondition: (value: T) => Condition): readonly Condition[] =>
  value === undefined ? [] : [toCondition(value)];

/** All of them hold. */
export const every = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0
    ? { text: "1", values: [] }
    : {
        text: conditions.map(({ text }) => text).join(" AND "),
        values: conditions.flatMap(({ values }) => values),
      };

/** A list bound as one JSON text, so that its length does not change the statement. */
export const oneOf = (column: string, values: readonly (string | number)[]): Condition => ({
  text: `${column} IN (SELECT value FROM json_each(?))`,
  values: [JSON.stringify(values)],
});

/** Equality for one value lets an index serve what comes after the column; lists of more values cannot. */
export const oneOfFew = (column: string, values: readonly string[]): Condition => {
  const [only] = values;
  return values.length === 1 && only !== undefined
    ? { text: `${column} = ?`, values: [only] }
    : oneOf(column, values);
};

export const isVisible = (alias: string, { statuses, own }: Visibility): Condition => {
  const byAll = oneOfFew(`${alias}.status`, statuses);
  if (own === undefined) return byAll;
  const byAuthor = oneOf(`${alias}.status`, own.statuses);
  return {
    text: `(${byAll.text} OR ${alias}.author = ? AND ${byAuthor.text})`,
    values: [...byAll.values, own.author, ...byAuthor.values],
  };
};

export const isWithin = (column: string, { from, after, until, before }: WallClockRange): Condition =>
  every([
    ...when(from, (value) => ({ text: `${column} >= ?`, values: [value] })),
    ...when(after, (value) => ({ text: `${column} > ?`, values: [value] })),
    ...when(until, (value) => ({ text: `${column} <= ?`, values: [value] })),
    ...when(before, (value) => ({ text: `${column} < ?`, values: [value] })),
  ]);

/** What is bound to `LIMIT ? OFFSET ?`. */
export const toLimit = ({ page, perPage }: Paging): readonly [limit: number, offset: number] => [
  Math.min(perPage, Number.MAX_SAFE_INTEGER),
  Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER),
];

/** A stored record. Throws as the database does for damage: nothing else makes one unreadable. */
export const fromJson = <T>(text: string): T => {
  const record = parsed(text);
  if (typeof record !== "object" || record === null) throw damage("A stored record is damaged.");
  // Cast: the column holds what the repository of this kind wrote.
  return record as T;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

import type { EventQuery, ValueOrder } from "@kalends/core/storage";
import { valuesOfOrder, withValue } from "./sortable-values.ts";
import { raw, type Sql } from "./sql.ts";

/** Returns the prefix of the time columns for the clock of the query. */
export const clockOf = ({ clock }: EventQuery): "" | "utc_" => (clock === "utc" ? "utc_" : "");

/** Returns the date columns that the list is sorted by, after any leading value. */
export const datesOf = (query: EventQuery): readonly string[] =>
  query.order === "published" || query.order === "newest"
    ? ["published"]
    : [`${clockOf(query)}starts`, "published"];

/** Adds the direction of the order to these columns of dates and ids. */
export const along = ({ order }: EventQuery, columns: readonly string[]): readonly string[] =>
  order === "newest" ? columns.map((column) => `${column} DESC`) : columns;

export interface Order {
  /** Part that is appended to the FROM clause. */
  readonly join: Sql;
  /** Sort keys before the dates. */
  readonly leading: readonly string[];
  /** The column of the leading sort key. */
  readonly key: readonly string[];
  /** Like `leading`, for an enclosing query. */
  readonly outer: readonly string[];
}

/** Aliases of the values that a list is sorted by, and of the leading ones. */
export const ORDERED: string = "x";
export const LEADING: string = "f";

export const toOrder = ({ order }: EventQuery, id: string): Order => {
  if (order === "distance") return { join: raw(""), leading: ["km"], key: ["v.km AS km"], outer: ["km"] };
  if (typeof order === "string") return { join: raw(""), leading: [], key: [], outer: [] };
  const values = valuesOfOrder(order);
  const column = `${ORDERED}.${values.value}`;
  const toLeading = (name: string): readonly string[] => [`${name} IS NULL`, `${name}${directionOf(order)}`];
  return {
    join: withValue(id, values, ORDERED),
    leading: toLeading(column),
    key: [`${column} AS sorted`],
    outer: toLeading("sorted"),
  };
};

export const directionOf = ({ descending }: ValueOrder): string => (descending === true ? " DESC" : "");

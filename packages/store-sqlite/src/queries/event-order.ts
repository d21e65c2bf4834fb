import type { EventQuery, ValueOrder } from "@kalends/core";
import { valuesOfOrder, withValue } from "./sortable-values.ts";
import { raw, type Sql } from "./sql.ts";

/** What columns of times begin with. */
export const clockOf = ({ clock }: EventQuery): "" | "utc_" => (clock === "utc" ? "utc_" : "");

/** The dates that an order goes by, or ends with. */
export const datesOf = (query: EventQuery): readonly string[] =>
  query.order === "published" || query.order === "newest"
    ? ["published"]
    : [`${clockOf(query)}starts`, "published"];

/** These columns of dates and ids, each in the direction of the order. */
export const along = ({ order }: EventQuery, columns: readonly string[]): readonly string[] =>
  order === "newest" ? columns.map((column) => `${column} DESC`) : columns;

export interface Order {
  /** Added to the FROM clause. */
  readonly join: Sql;
  /** What comes before the dates. */
  readonly leading: readonly string[];
  /** The column of that. */
  readonly key: readonly string[];
  /** The same as `leading` where the columns are those of a query around it. */
  readonly outer: readonly string[];
}

/** The aliases of values that lists go by, and of those that lead. */
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

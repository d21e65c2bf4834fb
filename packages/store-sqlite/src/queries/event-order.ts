import { type EventQuery, isValueOrder, type ValueOrder } from "@kalends/core/storage";
import { valuesOfOrder, withValue } from "./sortable-values.ts";
import { raw, type Sql } from "./sql.ts";

/** Returns the prefix of the columns with times, for the clock of the query. */
export const clockOf = ({ clock }: EventQuery): "" | "utc_" => (clock === "utc" ? "utc_" : "");

/**
 * Returns the date columns by which the list is sorted. If the query sorts by a price or plugin field, the
 * dates only sort events with the same value.
 */
export const datesOf = (query: EventQuery): readonly string[] =>
  query.order === "published" || query.order === "newest"
    ? ["published"]
    : [`${clockOf(query)}starts`, "published"];

/** Adds the direction of the order to columns with dates and ids. */
export const along = ({ order }: EventQuery, columns: readonly string[]): readonly string[] =>
  order === "newest" ? columns.map((column) => `${column} DESC`) : columns;

export interface Order {
  /** Text that is appended to the FROM clause. */
  readonly join: Sql;
  /** Expressions to sort by before the dates. */
  readonly leading: readonly string[];
  /** Column of the value to sort by; empty if the list is sorted by dates only. */
  readonly key: readonly string[];
  /** Same as `leading`, for an outer query that selects from this query and sorts its result. */
  readonly outer: readonly string[];
}

/** Alias of the table with the values by which a list is sorted. */
export const ORDERED: string = "x";
/** Alias of the table with the values by which events are found: see `fewValues`. */
export const LEADING: string = "f";

export const toOrder = ({ order }: EventQuery, id: string): Order => {
  if (order === "distance") return { join: raw(""), leading: ["km"], key: ["v.km AS km"], outer: ["km"] };
  if (!isValueOrder(order)) return { join: raw(""), leading: [], key: [], outer: [] };
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

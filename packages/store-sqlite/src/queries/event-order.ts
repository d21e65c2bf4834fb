import { type EventQuery, isValueOrder, type MemberOrder, type ValueOrder } from "@kalends/core/storage";
import { PREFIX } from "../database/prefix.ts";
import { valuesOfOrder, withValue } from "./sortable-values.ts";
import { raw, type Sql } from "./sql.ts";

/** Returns the prefix of the columns with times, for the clock of the query. */
export const clockOf = ({ clock }: EventQuery): "" | "utc_" => (clock === "utc" ? "utc_" : "");

/**
 * Returns the date columns by which the list is sorted. If the query sorts by a price or plugin field, the
 * dates only sort events with the same value.
 */
export const datesOf = (query: EventQuery): readonly string[] => {
  const { order } = query;
  if (order === "published" || order === "newest") return ["published"];
  if (isMemberOrder(order) && order.by !== "start" && order.by !== "distance")
    return order.by === "date" ? ["published"] : [];
  return [`${clockOf(query)}starts`, "published"];
};

export const isMemberOrder = (order: EventQuery["order"]): order is MemberOrder =>
  typeof order === "object" && !isValueOrder(order);

/** Adds the direction of the order to columns with dates and ids. */
export const along = ({ order }: EventQuery, columns: readonly string[]): readonly string[] =>
  order === "newest" || (isMemberOrder(order) && order.descending === true)
    ? columns.map((column) => `${column} DESC`)
    : columns;

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
  if (order === "distance") return toDistance("");
  if (!isValueOrder(order)) return typeof order === "string" ? NO_KEY : toMemberKey(order, id);
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

const NO_KEY: Order = { join: raw(""), leading: [], key: [], outer: [] };

const toDistance = (direction: string): Order => ({
  join: raw(""),
  leading: [`km${direction}`],
  key: ["v.km AS km"],
  outer: [`km${direction}`],
});

/** Columns of events by which a member sorts, if the tables of links do not have them. */
export const MEMBER_COLUMNS = { title: "title", modified: "modified_utc" } as const;

const toMemberKey = (order: MemberOrder, id: string): Order => {
  const { by } = order;
  const direction = directionOf(order);
  if (by === "distance") return toDistance(direction);
  if (by !== "title" && by !== "modified") return NO_KEY;
  const column = `w.${MEMBER_COLUMNS[by]}`;
  return {
    join: raw(` CROSS JOIN ${PREFIX}events w ON w.id = ${id}`),
    leading: [`${column}${direction}`],
    key: [`${column} AS sorted`],
    outer: [`sorted${direction}`],
  };
};

export const directionOf = ({ descending }: Pick<ValueOrder, "descending">): string =>
  descending === true ? " DESC" : "";

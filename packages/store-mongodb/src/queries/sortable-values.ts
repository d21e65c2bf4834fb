import { createHash } from "node:crypto";
import type { CalendarEvent, DecimalMark, Post } from "@kalends/core";
import {
  type Comparable,
  type CostFilter,
  costRange,
  type ExtensionRange,
  type FieldName,
  fieldKey,
  fieldValues,
  toComparableRange,
  type ValueOrder,
} from "@kalends/core/storage";
import type { Filter } from "./clauses.ts";

/**
 * `derived.values` contains the values for ranges and orders: numbers and texts of plugin fields, and the
 * lowest and highest price of events for both decimal marks. One index covers all its members
 * (`kalends_values`).
 */

const MARKS: Readonly<Record<DecimalMark, string>> = { ".": "point", ",": "comma" };
const DECIMAL_MARKS: readonly DecimalMark[] = [".", ","];

/**
 * Returns a valid name of a document member for a plugin field. Names of fields can be longer and contain
 * other characters than names of members.
 */
const toMember = (key: string): string => createHash("sha256").update(key).digest("base64url");

type Values = Readonly<Record<string, Comparable>>;

const toDerived = (values: Values): { readonly values?: Values } =>
  Object.keys(values).length === 0 ? {} : { values };

const extensionValues = (post: Pick<Post, "extensions">): Values =>
  Object.fromEntries(fieldValues(post).map(([key, value]) => [toMember(key), value]));

/** Returns the values of a venue or organizer; an empty object if it has none. */
export const toValues = (post: Pick<Post, "extensions">): { readonly values?: Values } =>
  toDerived(extensionValues(post));

/** Returns the values of an event; an empty object if it has none. */
export const toEventValues = (
  event: Pick<CalendarEvent, "extensions" | "cost">,
): { readonly values?: Values } => {
  const costs = DECIMAL_MARKS.flatMap((mark) => {
    const range = costRange(event.cost, mark);
    return range === undefined
      ? []
      : [
          [`lowest_${MARKS[mark]}`, range.lowest] as const,
          [`highest_${MARKS[mark]}`, range.highest] as const,
        ];
  });
  return toDerived({ ...extensionValues(event), ...Object.fromEntries(costs) });
};

const pathOfField = (field: FieldName): string => `derived.values.${toMember(fieldKey(field))}`;

const pathOfCost = (column: "lowest" | "highest", mark: DecimalMark): string =>
  `derived.values.${column}_${MARKS[mark]}`;

/** Returns the path of the value by which an order sorts. */
export const pathOfOrder = (order: ValueOrder): string =>
  order.by === "field"
    ? pathOfField(order)
    : pathOfCost(order.descending === true ? "highest" : "lowest", order.decimalMark);

/** Condition that a value is within a range. Bounds match only values of their own type. */
export const isInRange = ({ range, ...field }: ExtensionRange): Filter => {
  const { from, until } = toComparableRange(range);
  const bounds = { ...(from !== undefined && { $gte: from }), ...(until !== undefined && { $lte: until }) };
  return { [pathOfField(field)]: Object.keys(bounds).length === 0 ? { $exists: true } : bounds };
};

export const isOfCost = ({ decimalMark, from, until }: CostFilter): readonly Filter[] => {
  const [lowest, highest] = [pathOfCost("lowest", decimalMark), pathOfCost("highest", decimalMark)];
  if (from === undefined && until === undefined) return [{ [lowest]: { $exists: true } }];
  return [
    ...(from === undefined ? [] : [{ [highest]: { $gte: from } }]),
    ...(until === undefined ? [] : [{ [lowest]: { $lte: until } }]),
  ];
};

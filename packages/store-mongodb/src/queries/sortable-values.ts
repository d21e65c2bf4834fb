import { createHash } from "node:crypto";
import {
  type CalendarEvent,
  type Comparable,
  type CostFilter,
  costRange,
  type DecimalMark,
  type ExtensionRange,
  type FieldName,
  fieldKey,
  fieldValues,
  type Post,
  toComparableRange,
  type ValueOrder,
} from "@kalends/core";
import type { Filter } from "./clauses.ts";

/*
 * `derived.values` has what records are narrowed to ranges of and put in order by: numbers and texts of plugins, and the lowest and the
 * highest amount of events, for either reading of numbers. One index has all its members (`kalends_values`).
 */

const MARKS: Readonly<Record<DecimalMark, string>> = { ".": "point", ",": "comma" };
const DECIMAL_MARKS: readonly DecimalMark[] = [".", ","];

/** Fields may have any name, of any length; members of documents may not. */
const toMember = (key: string): string => createHash("sha256").update(key).digest("base64url");

type Values = Readonly<Record<string, Comparable>>;

const toDerived = (values: Values): { readonly values?: Values } =>
  Object.keys(values).length === 0 ? {} : { values };

const extensionValues = (post: Pick<Post, "extensions">): Values =>
  Object.fromEntries(fieldValues(post).map(([key, value]) => [toMember(key), value]));

/** Of a venue or organizer; absent when there is nothing. */
export const toValues = (post: Pick<Post, "extensions">): { readonly values?: Values } =>
  toDerived(extensionValues(post));

/** Of an event. */
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

/** Where a document has what such an order compares. */
export const pathOfOrder = (order: ValueOrder): string =>
  order.by === "field"
    ? pathOfField(order)
    : pathOfCost(order.descending === true ? "highest" : "lowest", order.decimalMark);

/** Bounds compare only with values of their type. */
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

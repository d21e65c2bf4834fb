import type { Post } from "../model/post.ts";
import { type Comparison, compareTexts } from "./page.ts";

/** A field that a plugin keeps with records: the plugin's name and the field's own. */
export interface FieldName {
  readonly plugin: string;
  readonly field: string;
}

/** What ranges and orders compare. Numbers come before texts; texts compare by code point, by their first `COMPARED` characters. */
export type Comparable = number | string;

/** Characters (code points) of a text that count for ranges and orders, so that an index need not hold more. */
export const COMPARED = 200;

/** Inclusive bounds: only values of their type are within. Without any all numbers and texts are. */
export interface FieldRange {
  readonly from?: Comparable;
  readonly until?: Comparable;
}

/** With the flag `u`, only halves of a pair without the other half match: not every store keeps them. */
const LONE_SURROGATES = /[\ud800-\udfff]/gu;

/** The part of a text that counts, or the number; `undefined` for values of other types. */
export const toComparable = (value: unknown): Comparable | undefined => {
  if (typeof value === "number") return value;
  if (typeof value !== "string") return undefined;
  // No more units than so many characters can have.
  const start =
    value.length > COMPARED ? [...value.slice(0, 2 * COMPARED)].slice(0, COMPARED).join("") : value;
  return start.replace(LONE_SURROGATES, "\ufffd");
};

/** A range whose texts are cut like those that they are compared with. */
export const toComparableRange = ({ from, until }: FieldRange): FieldRange => {
  const [first, last] = [toComparable(from), toComparable(until)];
  return { ...(first !== undefined && { from: first }), ...(last !== undefined && { until: last }) };
};

/** Numbers before texts. */
export const compareValues = (one: Comparable, other: Comparable): number => {
  if (typeof one === "number") return typeof other === "number" ? one - other : -1;
  return typeof other === "number" ? 1 : compareTexts(one, other);
};

export const isInRange = (value: Comparable | undefined, range: FieldRange): boolean => {
  const { from, until } = toComparableRange(range);
  if (value === undefined) return false;
  return (
    (from === undefined || (typeof value === typeof from && compareValues(value, from) >= 0)) &&
    (until === undefined || (typeof value === typeof until && compareValues(value, until) <= 0))
  );
};

/** By a value, in either direction; records without one come last. */
export const byValue =
  <T>(toValue: (record: T) => Comparable | undefined, isDescending = false): Comparison<T> =>
  (one, other) => {
    const [left, right] = [toValue(one), toValue(other)];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined);
    return isDescending ? compareValues(right, left) : compareValues(left, right);
  };

/** An own member, never an inherited one. */
export const memberOf = <T>(members: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(members, name) ? members[name] : undefined;

export const fieldValue = (
  { extensions }: Pick<Post, "extensions">,
  { plugin, field }: FieldName,
): Comparable | undefined => toComparable(memberOf(memberOf(extensions, plugin) ?? {}, field));

/** A field as one text, for an index. */
export const fieldKey = ({ plugin, field }: FieldName): string => JSON.stringify([plugin, field]);

/** What an index holds of the extensions of a record for ranges and orders: the key of each field with such a value, and that. */
export const fieldValues = ({
  extensions,
}: Pick<Post, "extensions">): readonly (readonly [key: string, value: Comparable])[] =>
  Object.entries(extensions).flatMap(([plugin, fields]) =>
    Object.entries(fields).flatMap(([field, value]) => {
      const comparable = toComparable(value);
      return comparable === undefined ? [] : [[fieldKey({ plugin, field }), comparable] as const];
    }),
  );

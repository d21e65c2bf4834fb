import type { Post } from "../model/post.ts";
import { type Comparison, compareTexts } from "./page.ts";

/** Plugin field of records, identified by the plugin's name and the field's own name. */
export interface FieldName {
  readonly plugin: string;
  readonly field: string;
}

/**
 * Value by which ranges and orders compare. Numbers come before texts. Texts are compared by code point,
 * using only their first `COMPARED` characters.
 */
export type Comparable = number | string;

/**
 * Number of characters (code points) of a text that ranges and orders compare. The limit keeps indexes small.
 */
export const COMPARED = 200;

/**
 * Inclusive bounds. A value is within the range only if it has the same type as the bounds. A range without
 * bounds contains all numbers and texts.
 */
export interface FieldRange {
  readonly from?: Comparable;
  readonly until?: Comparable;
}

/**
 * Matches lone surrogates, which not every store saves unchanged. With the flag `u`, the pattern does not
 * match surrogate pairs.
 */
const LONE_SURROGATES = /[\ud800-\udfff]/gu;

/**
 * Returns the number, or the first `COMPARED` characters of the text, with lone surrogates replaced by
 * U+FFFD. Returns `undefined` for values of other types.
 */
export const toComparable = (value: unknown): Comparable | undefined => {
  if (typeof value === "number") return value;
  if (typeof value !== "string") return undefined;
  // Cuts the text before it is split into characters, so that the time does not depend on its length.
  const start =
    value.length > COMPARED ? [...value.slice(0, 2 * COMPARED)].slice(0, COMPARED).join("") : value;
  return start.replace(LONE_SURROGATES, "\ufffd");
};

/** Returns the range with its bounds converted by `toComparable`. */
export const toComparableRange = ({ from, until }: FieldRange): FieldRange => {
  const [first, last] = [toComparable(from), toComparable(until)];
  return { ...(first !== undefined && { from: first }), ...(last !== undefined && { until: last }) };
};

/** Compares two values. Numbers come before texts. */
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

/**
 * Compares records by a value, ascending or descending. In both directions, records without a value come
 * last.
 */
export const byValue =
  <T>(toValue: (record: T) => Comparable | undefined, isDescending = false): Comparison<T> =>
  (one, other) => {
    const [left, right] = [toValue(one), toValue(other)];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined);
    return isDescending ? compareValues(right, left) : compareValues(left, right);
  };

/** Returns the member with this name if it is the object's own, and never a member of its prototype. */
export const memberOf = <T>(members: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(members, name) ? members[name] : undefined;

export const fieldValue = (
  { extensions }: Pick<Post, "extensions">,
  { plugin, field }: FieldName,
): Comparable | undefined => toComparable(memberOf(memberOf(extensions, plugin) ?? {}, field));

/** Combines plugin and field name into one text, for an index. */
export const fieldKey = ({ plugin, field }: FieldName): string => JSON.stringify([plugin, field]);

/**
 * Returns the index entries of a record for ranges and orders. They contain key and value of each field whose
 * value is comparable.
 */
export const fieldValues = ({
  extensions,
}: Pick<Post, "extensions">): readonly (readonly [key: string, value: Comparable])[] =>
  Object.entries(extensions).flatMap(([plugin, fields]) =>
    Object.entries(fields).flatMap(([field, value]) => {
      const comparable = toComparable(value);
      return comparable === undefined ? [] : [[fieldKey({ plugin, field }), comparable] as const];
    }),
  );

import type { Post, PostStatus, RecordOrigin } from "../model/post.ts";
import type { WallClock } from "../model/time/wall-clock.ts";
import type { Coordinates } from "../model/venue.ts";
import { distanceBetween, type LocationFilter, plainBoxes } from "./geography.ts";
import { byNumber, type Comparison } from "./page.ts";
import { type FieldName, type FieldRange, fieldValue, isInRange, memberOf } from "./values.ts";

/**
 * Records that a caller may see: those with one of `statuses`, and records of the author `own.author` with
 * one of `own.statuses`.
 */
export interface Visibility {
  readonly statuses: readonly PostStatus[];
  readonly own?: { readonly author: number; readonly statuses: readonly PostStatus[] };
}

/** Bounds on a wall clock; all bounds that are present must hold. Wall clocks are compared as text. */
export interface WallClockRange {
  /** Inclusive lower bound. */
  readonly from?: WallClock;
  /** Exclusive lower bound. */
  readonly after?: WallClock;
  /** Inclusive upper bound. */
  readonly until?: WallClock;
  /** Exclusive upper bound. */
  readonly before?: WallClock;
}

/**
 * Condition on a plugin field: its value, or an entry of its list, must be one of `anyOf`.
 * Texts are compared exactly; `1` equals neither `"1"` nor `true`. An empty `anyOf` matches no record.
 */
export interface ExtensionChoice extends FieldName {
  readonly anyOf: readonly (string | number | boolean)[];
}

/**
 * Condition on a plugin field: its value must be a number or a text within the range. A list never matches.
 */
export interface ExtensionRange extends FieldName {
  readonly range: FieldRange;
}

/** Condition on a field of a plugin. */
export type ExtensionFilter = ExtensionChoice | ExtensionRange;

/**
 * Condition on the origin of a record. `"none"` matches records without an origin. Otherwise the importer
 * and, if given, the subscription must be equal.
 */
export type OriginFilter = "none" | RecordOrigin;

/** True if the condition is absent, or if the test accepts it. */
export const isMet = <T>(condition: T | undefined, test: (condition: T) => boolean): boolean =>
  condition === undefined || test(condition);

export const isVisible = (
  { status, author }: Pick<Post, "status" | "author">,
  { statuses, own }: Visibility,
): boolean => statuses.includes(status) || (own?.author === author && own.statuses.includes(status));

export const isWithin = (text: WallClock, { from, after, until, before }: WallClockRange): boolean =>
  isMet(from, (bound) => text >= bound) &&
  isMet(after, (bound) => text > bound) &&
  isMet(until, (bound) => text <= bound) &&
  isMet(before, (bound) => text < bound);

export const isRange = (filter: ExtensionFilter): filter is ExtensionRange => "range" in filter;

export const hasExtensions = (post: Pick<Post, "extensions">, filters: readonly ExtensionFilter[]): boolean =>
  filters.every((filter) => {
    if (isRange(filter)) return isInRange(fieldValue(post, filter), filter.range);
    const value = memberOf(memberOf(post.extensions, filter.plugin) ?? {}, filter.field);
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return filter.anyOf.some((wanted) => values.includes(wanted));
  });

export const isOfOrigin = ({ origin }: Pick<Post, "origin">, wanted: OriginFilter): boolean =>
  wanted === "none"
    ? origin === undefined
    : origin?.importer === wanted.importer &&
      isMet(wanted.subscription, (subscription) => origin.subscription === subscription);

/** True if the filter accepts the location `place`. `undefined` means that the location is unknown. */
export const isLocated = (
  place: Coordinates | undefined,
  { known, within, inside }: LocationFilter,
): boolean =>
  isMet(known, (wanted) => wanted === (place !== undefined)) &&
  isMet(
    within,
    ({ center, kilometres }) => place !== undefined && distanceBetween(center, place) <= kilometres,
  ) &&
  isMet(
    inside,
    (box) =>
      place !== undefined &&
      plainBoxes(box).some(
        ({ west, south, east, north }) =>
          west <= place.lng && place.lng <= east && south <= place.lat && place.lat <= north,
      ),
  );

/**
 * Compares records by their distance from the centre of the circle `within`, nearest first. A record without
 * a location counts as distance 0, and so does every record if there is no circle.
 */
export const byDistance = <T>(
  { within }: LocationFilter,
  placeOf: (record: T) => Coordinates | undefined,
): Comparison<T> =>
  byNumber((record) => {
    const place = placeOf(record);
    return within === undefined || place === undefined ? 0 : distanceBetween(within.center, place);
  });

/** Maximum length of an index entry in UTF-16 code units. See `toEntry`. */
const MAX_ENTRY = 200;

/**
 * Returns a short text that replaces a long one. It must be different for different texts, as with a
 * cryptographic hash.
 */
type Digest = (text: string) => string;

/**
 * Combines plugin, field and value into one index entry. Values of different types give different entries. An
 * entry longer than `MAX_ENTRY` is replaced by its digest.
 */
const toEntry = (plugin: string, field: string, value: unknown, digest: Digest): string => {
  const entry = JSON.stringify([plugin, field, value]);
  return entry.length <= MAX_ENTRY ? entry : digest(entry);
};

const isScalar = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);

/** Text that replaces the plugin's name in the index entries of origins. No plugin has this name. */
const NO_PLUGIN = "";

/** Index entry that each record with an origin has. */
const HAS_ORIGIN = JSON.stringify([NO_PLUGIN, "origin", true]);

/**
 * Returns the index entries of an origin: one for any origin, one for the importer, one for the subscription.
 */
const originEntries = ({ importer, subscription }: RecordOrigin, digest: Digest): readonly string[] => [
  HAS_ORIGIN,
  toEntry(NO_PLUGIN, "origin", importer, digest),
  ...(subscription === undefined ? [] : [toEntry(NO_PLUGIN, "origin", [importer, subscription], digest)]),
];

/** Returns the index entry that records must have, or with `isAbsent` must not have, to match the filter. */
export const originEntry = (
  filter: OriginFilter,
  digest: Digest,
): { readonly entry: string; readonly isAbsent: boolean } =>
  filter === "none"
    ? { entry: HAS_ORIGIN, isAbsent: true }
    : { entry: originEntries(filter, digest).at(-1) ?? HAS_ORIGIN, isAbsent: false };

/**
 * Returns the index entries of a record, without duplicates. Each scalar value of a plugin field has one
 * entry, and so has each scalar in a list. The origin has its own entries.
 */
export const extensionEntries = (
  { extensions, origin }: Pick<Post, "extensions" | "origin">,
  digest: Digest,
): readonly string[] => {
  const fields = Object.entries(extensions).flatMap(([plugin, fields]) =>
    Object.entries(fields).flatMap(([field, value]) => {
      const values: readonly unknown[] = Array.isArray(value) ? value : [value];
      return values.filter(isScalar).map((scalar) => toEntry(plugin, field, scalar, digest));
    }),
  );
  return [...new Set(origin === undefined ? fields : [...fields, ...originEntries(origin, digest)])];
};

/**
 * Returns the index entries for the values of a condition. A record matches the condition if its own index
 * entries contain at least one of them.
 */
export const filterEntries = ({ plugin, field, anyOf }: ExtensionChoice, digest: Digest): readonly string[] =>
  anyOf.map((value) => toEntry(plugin, field, value, digest));

import type { JsonObject } from "../model/json.ts";
import type { StoredDocument } from "../ports/repositories/document-repository.ts";
import { isMet } from "./conditions.ts";
import { byText, type Comparison, inOrder, reversed } from "./page.ts";
import { compareValues } from "./values.ts";

/** Value of an index of a collection. Numbers come before texts; texts compare by code point. */
export type IndexedValue = number | string;

/**
 * Bounds on a member; all given bounds must hold. Only numbers satisfy a numeric bound, and only texts a text
 * bound.
 */
export interface ValueRange {
  readonly equals?: IndexedValue;
  /** Inclusive. */
  readonly from?: IndexedValue;
  /** Exclusive. */
  readonly after?: IndexedValue;
  /** Inclusive. */
  readonly until?: IndexedValue;
  /** Exclusive. */
  readonly before?: IndexedValue;
}

/** List of documents of one collection. */
export interface DocumentQuery {
  readonly collection: string;
  /**
   * Member that the list is ordered by, then by key. Documents without an indexed value of the member are
   * left out. Absent: all documents, by key.
   */
  readonly member?: string;
  /** Bounds on the member; only with `member`. */
  readonly range?: ValueRange;
  readonly descending?: boolean;
  /** Only documents after this place in the order of the list; `value` is that of the member. */
  readonly beyond?: { readonly value?: IndexedValue; readonly key: string };
  /** Maximum number of documents, from 1. */
  readonly limit: number;
}

/** Maximum length of an indexed member name and of an indexed text, in UTF-16 units. */
const [MAX_NAME_LENGTH, MAX_TEXT_LENGTH] = [64, 200];

/** True if the value can be indexed, so that a list by the member contains the document. */
export const isIndexable = (value: unknown): value is IndexedValue =>
  (typeof value === "number" && Number.isFinite(value)) ||
  (typeof value === "string" && value.length <= MAX_TEXT_LENGTH && !LONE_SURROGATE.test(value));

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Maximum length of a document as JSON, in characters. */
export const LARGEST_DOCUMENT = 65_536;

/**
 * True for a valid document key, which every store keeps exactly: 1 to 200 characters without NUL and lone
 * surrogates.
 */
export const isDocumentKey = (key: unknown): key is string =>
  typeof key === "string" && key !== "" && isIndexable(key) && !key.includes("\0");

/**
 * Returns the indexed members of a document: numbers and texts up to the maximum length. Nested members are
 * not indexed.
 */
export const indexedMembers = (
  value: JsonObject,
): readonly (readonly [name: string, value: IndexedValue])[] =>
  Object.entries(value).flatMap(([name, member]) =>
    name.length <= MAX_NAME_LENGTH && !LONE_SURROGATE.test(name) && isIndexable(member)
      ? [[name, member] as const]
      : [],
  );

/** Compares a value with a bound of the same type. */
const compared = (value: IndexedValue, bound: IndexedValue, test: (difference: number) => boolean): boolean =>
  typeof value === typeof bound && test(compareValues(value, bound));

const isWithin = (value: IndexedValue, { equals, from, after, until, before }: ValueRange): boolean =>
  isMet(equals, (bound) => value === bound) &&
  isMet(from, (bound) => compared(value, bound, (difference) => difference >= 0)) &&
  isMet(after, (bound) => compared(value, bound, (difference) => difference > 0)) &&
  isMet(until, (bound) => compared(value, bound, (difference) => difference <= 0)) &&
  isMet(before, (bound) => compared(value, bound, (difference) => difference < 0));

interface Place {
  readonly value: IndexedValue;
  readonly key: string;
}

const inPlace: Comparison<Place> = inOrder(
  (one, other) => compareValues(one.value, other.value),
  byText(({ key }) => key),
);

/**
 * Returns the place of a document in a list by this member. In a list by key, all documents have the same
 * value.
 */
const placeOf = ({ key, value }: StoredDocument, member: string | undefined): Place | undefined => {
  if (member === undefined) return { value: 0, key };
  const found = indexedMembers(value).find(([name]) => name === member);
  return found && { value: found[1], key };
};

const matchesOf = (
  { collection, member, range = {} }: DocumentQuery,
  documents: readonly StoredDocument[],
): readonly { readonly document: StoredDocument; readonly place: Place }[] =>
  documents.flatMap((document) => {
    const place = document.collection === collection ? placeOf(document, member) : undefined;
    const isMatch = place !== undefined && (member === undefined || isWithin(place.value, range));
    return isMatch ? [{ document, place }] : [];
  });

/**
 * Returns the result of a query. Used by in-memory stores; the storage contract compares all other stores
 * with it.
 */
export const evaluateDocumentQuery = (
  query: DocumentQuery,
  documents: readonly StoredDocument[],
): readonly StoredDocument[] => {
  const { descending = false, beyond, limit } = query;
  const compare = descending ? reversed(inPlace) : inPlace;
  const start = beyond && { value: beyond.value ?? 0, key: beyond.key };
  return matchesOf(query, documents)
    .filter(({ place }) => isMet(start, (last) => compare(place, last) > 0))
    .toSorted((one, other) => compare(one.place, other.place))
    .slice(0, limit)
    .map(({ document }) => document);
};

export const countDocuments = (query: DocumentQuery, documents: readonly StoredDocument[]): number =>
  matchesOf(query, documents).length;

/** Compares by collection and key. */
export const byCollection: Comparison<StoredDocument> = inOrder(
  byText(({ collection }) => collection),
  byText(({ key }) => key),
);

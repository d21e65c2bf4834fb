import type { JsonObject } from "../model/json.ts";
import type { StoredDocument } from "../ports/repositories/document-repository.ts";
import { isMet } from "./conditions.ts";
import { byText, type Comparison, inOrder, reversed } from "./page.ts";
import { compareValues } from "./values.ts";

/** Value of an indexed member. Numbers come before texts, and texts are compared by code point. */
export type IndexedValue = number | string;

/**
 * Bounds on the value of a document's member; all bounds that are present must hold. A bound matches only
 * values of its own type: numbers or texts.
 */
export interface ValueRange {
  readonly equals?: IndexedValue;
  /** Inclusive lower bound. */
  readonly from?: IndexedValue;
  /** Exclusive lower bound. */
  readonly after?: IndexedValue;
  /** Inclusive upper bound. */
  readonly until?: IndexedValue;
  /** Exclusive upper bound. */
  readonly before?: IndexedValue;
}

/** Query of a list of documents in one collection. */
export interface DocumentQuery {
  readonly collection: string;
  /**
   * Indexed member to sort by; equal values are sorted by key. Documents without an indexed value in this
   * member are left out. Absent: all documents, sorted by key.
   */
  readonly member?: string;
  /** Bounds on the value of `member`. */
  readonly range?: ValueRange;
  readonly descending?: boolean;
  /**
   * Position in the order of the list; only documents after it are returned. `value` and `key` are those of
   * the last document before; `value` is absent without `member`.
   */
  readonly beyond?: { readonly value?: IndexedValue; readonly key: string };
  /** Maximum number of documents in the result, from 1. */
  readonly limit: number;
}

/**
 * Maximum length of a member's name and of a text value, in UTF-16 code units. Longer ones are not indexed.
 */
const [MAX_NAME_LENGTH, MAX_TEXT_LENGTH] = [64, 200];

/**
 * True if the value of a member can be indexed. A list sorted by a member contains only documents with such a
 * value.
 */
export const isIndexable = (value: unknown): value is IndexedValue =>
  (typeof value === "number" && Number.isFinite(value)) ||
  (typeof value === "string" && value.length <= MAX_TEXT_LENGTH && !LONE_SURROGATE.test(value));

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Maximum length of a document as JSON text, in UTF-16 code units. */
export const LARGEST_DOCUMENT = 65_536;

/**
 * True for a valid key of a document: a text of 1 to 200 UTF-16 code units without NUL and lone surrogates.
 * Every store saves such a key unchanged.
 */
export const isDocumentKey = (key: unknown): key is string =>
  typeof key === "string" && key !== "" && isIndexable(key) && !key.includes("\0");

/**
 * Returns the members of a document that are indexed: numbers, and texts up to the maximum length. Members of
 * nested objects are not indexed.
 */
export const indexedMembers = (
  value: JsonObject,
): readonly (readonly [name: string, value: IndexedValue])[] =>
  Object.entries(value).flatMap(([name, member]) =>
    name.length <= MAX_NAME_LENGTH && !LONE_SURROGATE.test(name) && isIndexable(member)
      ? [[name, member] as const]
      : [],
  );

/** Tests a value against a bound. Returns false if the types differ. */
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
 * Returns the position of a document in a list sorted by `member`, or `undefined` if the list does not
 * contain it. Without `member`, the list is sorted by key, so all documents have the same value.
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
 * Computes the result of a query from the documents of all collections. Stores in memory use it, and tests
 * compare the results of all other stores with it.
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

/** Compares documents by collection, then by key. */
export const byCollection: Comparison<StoredDocument> = inOrder(
  byText(({ collection }) => collection),
  byText(({ key }) => key),
);

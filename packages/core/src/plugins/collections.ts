import { invalidParameter } from "../errors.ts";
import type { JsonObject } from "../model/json.ts";
import type { DocumentRepository, StoredDocument } from "../ports/repositories/document-repository.ts";
import type { Store } from "../ports/store.ts";
import {
  type DocumentQuery,
  type IndexedValue,
  isDocumentKey,
  isIndexable,
  LARGEST_DOCUMENT,
  type ValueRange,
} from "../queries/document-query.ts";

/**
 * Declaration of a collection of plugin records: small JSON objects, each stored under a text as its key. An
 * invalid or repeated name stops the start.
 */
export interface DocumentCollection {
  /**
   * Name of the collection: lower-case letters, digits and `-`, beginning with a letter, at most 64
   * characters. It must be unique within the plugin. If you rename the collection, its content is no longer
   * accessible.
   */
  readonly name: string;
  /**
   * Members of the plugin records that lists can filter and sort by. Names have letters, digits and `_`,
   * begin with a letter, and have at most 64 characters. Indexed texts may have at most 200 characters.
   */
  readonly indexes?: readonly string[];
  /**
   * Returns true if a value has the form of this plugin's records; by default, every JSON object is accepted.
   * Build the function with `documentForm`. The function must be synchronous and must not throw.
   * An archive may contain records of another form. Imports report such records and skip them. If they were
   * stored while the plugin was off, they are treated as missing. However, `count` counts them, and `insert`
   * treats their keys as taken.
   */
  readonly isWellFormed?: (value: JsonObject, key: string) => boolean;
}

/**
 * Selection of plugin records for a list. Bounds (see `ValueRange`) need `by`, and match only values of their
 * own type.
 */
export interface CollectionList extends ValueRange {
  /**
   * Indexed member to sort by: numbers before texts, texts by code point, then by key. Records without a
   * number or text in this member are left out. Absent: sorted by key.
   */
  readonly by?: string | undefined;
  readonly descending?: boolean | undefined;
  /** Maximum number of plugin records per page: 1 to 1,000, by default 100. */
  readonly limit?: number | undefined;
  /**
   * Cursor from the previous page. Callers may send it: a bad cursor gives a 400 response that names
   * `cursor`.
   */
  readonly cursor?: string | undefined;
}

/** One page of a list of plugin records. */
export interface CollectionPage<T> {
  readonly items: readonly { readonly key: string; readonly value: T }[];
  /** Cursor for the next page; absent on the last page. */
  readonly cursor?: string;
}

/** Limit on the number of plugin records, checked by `insert`. */
export interface InsertBound<T> {
  readonly maximum: number;
  /**
   * Indexed member; only plugin records with the value `equals` in this member count. Without `equals`, those
   * with any number or text in it count.
   */
  readonly by?: string;
  readonly equals?: IndexedValue;
  /**
   * Returns true if a plugin record counts, for example because it has not expired. By default, all count.
   */
  readonly counts?: (value: T) => boolean;
}

/**
 * Stored plugin records of one collection; all processes see the same committed data. A key has 1 to 200
 * characters. A value is a JSON object of at most 65,536 characters as text.
 */
export interface Collection<T extends object = JsonObject> {
  get(key: string): Promise<T | undefined>;
  /** Returns one page of the plugin records. */
  list(wanted?: CollectionList): Promise<CollectionPage<T>>;
  /** Returns the number of plugin records, or of those within the bounds. */
  count(wanted?: Pick<CollectionList, "by" | keyof ValueRange>): Promise<number>;
  /**
   * Changes a plugin record in a transaction and resolves with the stored value. `change` gets the current
   * value. It returns the new value, `null` to remove the record, or `undefined` to leave it unchanged. It
   * must be synchronous and must not have other effects, because it may run again after a conflict. If the
   * key or the value is invalid, rejects and changes nothing.
   */
  change(key: string, change: (current: T | undefined) => T | null | undefined): Promise<T | undefined>;
  /**
   * Stores a new plugin record. Resolves with `"inserted"` if it was stored, with `"taken"` if the key
   * exists, and with `"full"` if the limit in `bound` is reached. Concurrent inserts, also in other
   * processes, never exceed the limit. If `bound` has no `by`, the limit applies to the complete collection.
   */
  insert(key: string, value: T, bound?: InsertBound<T>): Promise<"inserted" | "taken" | "full">;
}

/** Returns the plugin's collection with this name. Throws if the plugin does not declare it. */
export type CollectionOf = <T extends object = JsonObject>(name: string) => Collection<T>;

const [LIMIT, LARGEST_LIMIT] = [100, 1000];

/**
 * Creates the function that returns a plugin's collections. `declared` lists the collections that the plugin
 * declares.
 */
export const createCollectionOf = (
  store: Pick<Store, "documents" | "transaction">,
  plugin: string,
  declared: readonly DocumentCollection[],
): CollectionOf => {
  return <T extends object>(name: string): Collection<T> => {
    const found = declared.find((collection) => collection.name === name);
    if (found === undefined) throw new Error(`There is no collection ${name}`);
    // The type is safe, because only the plugin itself stores values in its collections.
    return createCollection(store, `${plugin}/${name}`, found) as Collection<T>;
  };
};

const createCollection = (
  store: Pick<Store, "documents" | "transaction">,
  collection: string,
  { indexes = [], isWellFormed = () => true }: DocumentCollection,
): Collection => {
  const wellFormed = (value: JsonObject | undefined, key: string): JsonObject | undefined =>
    value !== undefined && isWellFormed(value, key) ? value : undefined;
  const toQuery = ({
    by,
    descending = false,
    limit = LIMIT,
    cursor,
    ...range
  }: CollectionList): DocumentQuery => {
    if (by !== undefined && !indexes.includes(by)) throw new Error(`${collection} has no index ${by}`);
    if (by === undefined && Object.keys(range).length > 0) throw new Error("Bounds need an index (by)");
    if (!Number.isInteger(limit) || limit < 1 || limit > LARGEST_LIMIT)
      throw new RangeError(`The limit of a list must be from 1 to ${LARGEST_LIMIT}, not ${limit}`);
    const beyond = cursor === undefined ? undefined : parseCursor(cursor, by !== undefined);
    return {
      ...{ collection, descending, limit },
      ...(by !== undefined && { member: by, range }),
      ...(beyond && { beyond }),
    };
  };
  /** True if a bound has a value that no index can contain. The result is then empty. */
  const findsNothing = ({ equals, from, after, until, before }: ValueRange): boolean =>
    [equals, from, after, until, before].some((bound) => bound !== undefined && !isIndexable(bound));

  return {
    get: async (key) =>
      isDocumentKey(key) ? wellFormed(await store.documents.find(collection, key), key) : undefined,
    async list(wanted = {}) {
      const query = toQuery(wanted);
      if (findsNothing(wanted)) return { items: [] };
      const found: StoredDocument[] = [];
      for (let { beyond } = query, isWhole = false; !isWhole && found.length <= query.limit; ) {
        const next = await store.documents.list({
          ...{ ...query, limit: query.limit + 1 },
          ...(beyond && { beyond }),
        });
        found.push(...next.filter(({ key, value }) => isWellFormed(value, key)));
        const last = next.at(-1);
        isWhole = next.length <= query.limit;
        if (last !== undefined) beyond = toPlace(last, query.member);
      }
      const items = found.slice(0, query.limit);
      const last = items.at(-1);
      return {
        items: items.map(({ key, value }) => ({ key, value })),
        ...(found.length > items.length && last && { cursor: toCursor(last, query.member) }),
      };
    },
    async count(wanted = {}) {
      const query = toQuery(wanted);
      return findsNothing(wanted) ? 0 : store.documents.count(query);
    },
    async change(key, change) {
      requireKey(key);
      return store.transaction(async ({ documents }) => {
        const current = wellFormed(await documents.find(collection, key), key);
        const next = change(current);
        if (next === undefined) return current;
        if (next === null) {
          await documents.remove(collection, key);
          return undefined;
        }
        const value = checkedValue(next, indexes);
        await documents.save({ collection, key, value });
        return value;
      });
    },
    async insert(key, value, bound) {
      requireKey(key);
      const checked = checkedValue(value, indexes);
      return store.transaction(async ({ documents }) => {
        if ((await documents.find(collection, key)) !== undefined) return "taken";
        if (bound !== undefined) {
          await touchTurn(documents, collection);
          const { by, equals, maximum, counts = () => true } = bound;
          const query = toQuery({ by, limit: LARGEST_LIMIT, ...(equals !== undefined && { equals }) });
          const isCounted = ({ key: other, value: stored }: StoredDocument): boolean =>
            isWellFormed(stored, other) && counts(stored);
          if (!(await isBelow(documents, query, maximum, isCounted))) return "full";
        }
        await documents.save({ collection, key, value: checked });
        return "inserted";
      });
    },
  };
};

const TURNS = "kalends/turns";

/**
 * Writes a common document, so that concurrent transactions that count documents of a collection conflict.
 * Stores with snapshot isolation detect only conflicts between writes of one document.
 */
export const touchTurn = async (
  documents: Pick<DocumentRepository, "find" | "save">,
  collection: string,
): Promise<void> => {
  const { turn = 0 } = (await documents.find(TURNS, collection)) ?? {};
  await documents.save({ collection: TURNS, key: collection, value: { turn: Number(turn) + 1 } });
};

/** True if `isCounted` accepts fewer than `maximum` of the documents that match the query. */
const isBelow = async (
  documents: Pick<DocumentRepository, "list">,
  query: DocumentQuery,
  maximum: number,
  isCounted: (document: StoredDocument) => boolean,
): Promise<boolean> => {
  let left = maximum;
  for (let beyond: DocumentQuery["beyond"]; ; ) {
    const found = await documents.list({ ...query, ...(beyond && { beyond }) });
    left -= found.filter(isCounted).length;
    if (left <= 0) return false;
    const last = found.at(-1);
    if (last === undefined || found.length < query.limit) return true;
    beyond = toPlace(last, query.member);
  }
};

const toPlace = (
  { key, value }: StoredDocument,
  member: string | undefined,
): NonNullable<DocumentQuery["beyond"]> => {
  const indexed = member === undefined ? undefined : value[member];
  return isIndexable(indexed) ? { key, value: indexed } : { key };
};

const requireKey = (key: string): void => {
  if (!isDocumentKey(key))
    throw new RangeError(`A key must be a text of 1 to 200 characters: ${JSON.stringify(key)}`);
};

/** Validates a plugin record and returns it in the form in which the store will return it. */
const checkedValue = (value: object, indexes: readonly string[]): JsonObject => {
  if ("then" in value && typeof value.then === "function")
    throw new TypeError("The function passed to change must return the document itself, not a promise");
  const text = JSON.stringify(value) ?? "";
  if (!text.startsWith("{")) throw new TypeError("A document must be a JSON object");
  if (text.length > LARGEST_DOCUMENT)
    throw new RangeError(
      `A document must have at most ${LARGEST_DOCUMENT} characters as JSON, not ${text.length}`,
    );
  const stored: JsonObject = JSON.parse(text);
  for (const name of indexes) {
    const member = Object.hasOwn(stored, name) ? stored[name] : undefined;
    if (typeof member === "string" && !isIndexable(member))
      throw new RangeError(`The text of the index ${name} must be well-formed, with at most 200 characters`);
  }
  return stored;
};

/** Returns the cursor that continues a list after this document. */
const toCursor = ({ key, value }: StoredDocument, member: string | undefined): string =>
  JSON.stringify(member === undefined ? [key] : [key, value[member]]);

const parseCursor = (
  cursor: string,
  hasValue: boolean,
): { readonly key: string; readonly value?: IndexedValue } => {
  const [key, value, ...others] = toList(cursor);
  if (isDocumentKey(key) && others.length === 0) {
    if (hasValue && isIndexable(value)) return { key, value };
    if (!hasValue && value === undefined) return { key };
  }
  throw invalidParameter("cursor", { reason: "not-acceptable" });
};

const toList = (text: string): readonly unknown[] => {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
};

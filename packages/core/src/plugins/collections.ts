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

/** A collection that a plugin keeps beside the records. */
export interface DocumentCollection {
  /** Lower-case letters, digits and `-`, the first one a letter; unique within the plugin. Renaming it loses sight of its documents. */
  readonly name: string;
  /**
   * Members that lists go by, of the documents themselves: letters, digits and `_`, the first one a letter, at most 64. A new one also
   * finds the documents that are there already.
   */
  readonly indexes?: readonly string[];
}

/** Which documents, and how many; see `ValueRange` for the bounds. Bounds need `by`. */
export interface CollectionList extends ValueRange {
  /**
   * An index: documents in the order of this member, numbers before texts, then by key. Those without a number or a text there are not
   * among them. Absent: all, by key.
   */
  readonly by?: string | undefined;
  readonly descending?: boolean | undefined;
  /** From 1 to 1,000; 100 by default. */
  readonly limit?: number | undefined;
  /** Of the answer before: what comes after it. Of another list or made up: `rest_invalid_param` names `cursor`. */
  readonly cursor?: string | undefined;
}

export interface CollectionPage<T> {
  readonly items: readonly { readonly key: string; readonly value: T }[];
  /** Only where there is more. */
  readonly cursor?: string;
}

/** How many documents an `insert` allows. */
export interface InsertBound<T> {
  readonly maximum: number;
  /** Only documents whose value of this index is `equals` count. */
  readonly by?: string;
  readonly equals?: IndexedValue;
  /** Only documents for which this is true count. */
  readonly counts?: (value: T) => boolean;
}

/** The documents of one collection: committed ones, alike in all processes. */
export interface Collection<T extends object = JsonObject> {
  get(key: string): Promise<T | undefined>;
  list(wanted?: CollectionList): Promise<CollectionPage<T>>;
  /** All documents, or those within the bounds. */
  count(wanted?: Pick<CollectionList, "by" | keyof ValueRange>): Promise<number>;
  /**
   * Changes a document, in a transaction that never overlaps with other writes: `change` sees it as it is then, and answers the new one,
   * `null` to remove it, or `undefined` to leave it. It answers at once, may be called again after a conflict, and must have no other effect.
   * Answers what is stored now. Keys are 1 to 200 characters; a document is at most 65,536 characters as JSON, and its texts that
   * are indexed 200; else it rejects, and nothing has changed.
   */
  change(key: string, change: (current: T | undefined) => T | null | undefined): Promise<T | undefined>;
  /**
   * Stores a document under a key that no other has, unless as many as `bound` allows are there already. Inserts that run at the same time,
   * in other processes too, never exceed the bound together. Rejects as `change` does. A `bound` needs an index (`by`) to look at less than
   * the whole collection.
   */
  insert(key: string, value: T, bound?: InsertBound<T>): Promise<"inserted" | "taken" | "full">;
}

/** The collection of this name; throws when the plugin has declared none. */
export type CollectionOf = <T extends object = JsonObject>(name: string) => Collection<T>;

const [LIMIT, LARGEST_LIMIT] = [100, 1000];

/** `declared`: those of the plugin. */
export const createCollectionOf = (
  store: Pick<Store, "documents" | "transaction">,
  plugin: string,
  declared: readonly DocumentCollection[],
): CollectionOf => {
  return <T extends object>(name: string): Collection<T> => {
    const found = declared.find((collection) => collection.name === name);
    if (found === undefined) throw new Error(`There is no collection ${name}`);
    // Its values are what the plugin has stored there.
    return createCollection(store, `${plugin}/${name}`, found.indexes ?? []) as Collection<T>;
  };
};

const createCollection = (
  store: Pick<Store, "documents" | "transaction">,
  collection: string,
  indexes: readonly string[],
): Collection => {
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
  /** What no index holds is found nowhere. */
  const findsNothing = ({ equals, from, after, until, before }: ValueRange): boolean =>
    [equals, from, after, until, before].some((bound) => bound !== undefined && !isIndexable(bound));

  return {
    get: async (key) => (isDocumentKey(key) ? store.documents.find(collection, key) : undefined),
    async list(wanted = {}) {
      const query = toQuery(wanted);
      if (findsNothing(wanted)) return { items: [] };
      const found = await store.documents.list({ ...query, limit: query.limit + 1 });
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
      demandKey(key);
      return store.transaction(async ({ documents }) => {
        const current = await documents.find(collection, key);
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
      demandKey(key);
      const checked = checkedValue(value, indexes);
      return store.transaction(async ({ documents }) => {
        if ((await documents.find(collection, key)) !== undefined) return "taken";
        if (bound !== undefined) {
          await takeTurn(documents, collection);
          const { by, equals, maximum, counts = () => true } = bound;
          const query = toQuery({ by, limit: LARGEST_LIMIT, ...(equals !== undefined && { equals }) });
          if (!(await isBelow(documents, query, maximum, counts))) return "full";
        }
        await documents.save({ collection, key, value: checked });
        return "inserted";
      });
    },
  };
};

const TURNS = "kalends/turns";

/** Makes transactions that count documents of a collection conflict: stores with snapshots notice only what both of them write. */
const takeTurn = async (
  documents: Pick<DocumentRepository, "find" | "save">,
  collection: string,
): Promise<void> => {
  const { turn = 0 } = (await documents.find(TURNS, collection)) ?? {};
  await documents.save({ collection: TURNS, key: collection, value: { turn: Number(turn) + 1 } });
};

/** True if fewer than `maximum` of the documents that the query finds count. */
const isBelow = async (
  documents: Pick<DocumentRepository, "list">,
  query: DocumentQuery,
  maximum: number,
  counts: (value: JsonObject) => boolean,
): Promise<boolean> => {
  let left = maximum;
  for (let beyond: DocumentQuery["beyond"]; ; ) {
    const found = await documents.list({ ...query, ...(beyond && { beyond }) });
    left -= found.filter(({ value }) => counts(value)).length;
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

const demandKey = (key: string): void => {
  if (!isDocumentKey(key))
    throw new RangeError(`A key must be a text of 1 to 200 characters: ${JSON.stringify(key)}`);
};

/** As it comes back from the store. */
const checkedValue = (value: object, indexes: readonly string[]): JsonObject => {
  if ("then" in value && typeof value.then === "function")
    throw new TypeError("What changes a document must answer at once, not a promise");
  const text = JSON.stringify(value) ?? "";
  if (!text.startsWith("{")) throw new TypeError("A document must be an object of JSON");
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

/** The place of a document in a list. */
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

import type { JsonObject } from "../../model/json.ts";
import type { DocumentRepository } from "../../ports/repositories/document-repository.ts";
import { importedPaths } from "./imported-paths.ts";
import { toOldPath } from "./old-path.ts";

/** Source lists that records are imported from, in the order of an import. */
export type ImportedList = "categories" | "tags" | "venues" | "organizers" | "events";

/** Imported record as the import has stored it. */
export type ImportedRecord = {
  readonly list: ImportedList;
  /**
   * Identity of the record in its list, the same in each import, at most 180 characters. See `identityOf` of
   * `@kalends/import`.
   */
  readonly identity: string;
  /** Id in this calendar. */
  readonly id: number;
  /** Host of the source, such as `old.example`. */
  readonly site: string;
  /** Id at the source; 0 if it has none. */
  readonly sourceId: number;
  /**
   * Path and query of its page at the source, percent-encoded, such as `/event/spring-concert/`; `""` if it
   * has none.
   */
  readonly path: string;
  /** Slug at the source. */
  readonly slug: string;
  /** Slug in this calendar, if it differs. */
  readonly ourSlug?: string;
  /** Start of an event at the source, on its wall clock. */
  readonly start?: string;
  /**
   * Digest of the content as last stored. `""` if the record existed before, and so is never changed by an
   * import.
   */
  readonly base: string;
  /**
   * Absolute source addresses in its texts for which this calendar has no record yet; at most
   * `MAX_OPEN_LINKS`. Present only if links in texts are rewritten.
   */
  readonly openLinks?: readonly string[];
  /** Parameters with which `base` was computed; present if there are open links. */
  readonly digest?: {
    /** Plugin fields that the digest includes, each as `plugin.field`. */
    readonly fields?: readonly string[];
    /** True if the digest leaves out the times of publication and of the last change. */
    readonly isUndated?: boolean;
  };
};

/** Maximum number of open links per record; more are never rewritten. */
export const MAX_OPEN_LINKS = 50;

/**
 * Imported records, stored as documents. They are written in the transaction of the record itself and are
 * part of archives. They remain after the import.
 * Source: rules/choices.md#import-memory.
 */
export interface ImportedRecords {
  find(list: ImportedList, identity: string): Promise<ImportedRecord | undefined>;
  /**
   * Returns the record whose page at the source had this path and query, in any spelling (`toOldPath`). Falls
   * back to earlier addresses. Returns the first by identity among several.
   */
  findByPath(path: string): Promise<ImportedRecord | undefined>;
  /** Returns the sources of a record of this calendar. */
  findById(list: ImportedList, id: number): Promise<readonly ImportedRecord[]>;
  /** Stores a record, replacing the one with its identity. */
  save(record: ImportedRecord): Promise<void>;
  /** Returns false if there is no such record. */
  remove(list: ImportedList, identity: string): Promise<boolean>;
  /** Returns records of a list after this identity, by identity; at most `limit`. */
  readAfter(list: ImportedList, identity: string, limit: number): Promise<readonly ImportedRecord[]>;
  /** Same as `readAfter`, only for records with open links. */
  readOpenAfter(list: ImportedList, identity: string, limit: number): Promise<readonly ImportedRecord[]>;
}

/** Returns the collection of a list, which belongs to the calendar itself: no plugin has this name. */
const collectionOf = (list: ImportedList): string => `kalends/imported-${list}`;

const LISTS: readonly ImportedList[] = ["events", "venues", "organizers", "categories", "tags"];

const MAX_INDEXED = 200;

/**
 * Converts a record to a document. Indexed values are members; the rest is stored in one object without an
 * index.
 */
const toValue = ({ id, path, identity: _, list: _list, ...rest }: ImportedRecord): JsonObject => ({
  id,
  ...(path !== "" && { path: toOldPath(path).slice(0, MAX_INDEXED) }),
  ...(rest.openLinks !== undefined && rest.openLinks.length > 0 && { open: 1 }),
  rest: { ...rest, path },
});

type Rest = Omit<ImportedRecord, "id" | "list" | "identity">;

const toRecord = (list: ImportedList, identity: string, value: JsonObject): ImportedRecord => ({
  list,
  identity,
  id: Number(value.id),
  // `toValue` has written it.
  ...(value.rest as Rest),
});

/** Creates the port on the documents of a store or of a unit of work. */
export const importedRecords = (documents: DocumentRepository): ImportedRecords => {
  const listed = async (
    list: ImportedList,
    member: "id" | "path",
    equals: number | string,
  ): Promise<readonly ImportedRecord[]> => {
    const query = { collection: collectionOf(list), member, range: { equals }, limit: 100 };
    return (await documents.list(query)).map(({ key, value }) => toRecord(list, key, value));
  };
  const find = async (list: ImportedList, identity: string): Promise<ImportedRecord | undefined> => {
    const value = await documents.find(collectionOf(list), identity);
    return value && toRecord(list, identity, value);
  };
  const findByEarlierPath = async (path: string): Promise<ImportedRecord | undefined> => {
    for (const list of LISTS) {
      const earlier = await importedPaths(documents).find(list, path);
      const record = earlier && (await find(list, earlier.identity));
      if (record !== undefined) return record;
    }
    return undefined;
  };
  return {
    find,
    async findByPath(path) {
      const normalized = toOldPath(path);
      const found = await Promise.all(
        LISTS.map((list) => listed(list, "path", normalized.slice(0, MAX_INDEXED))),
      );
      return (
        found.flat().find((record) => toOldPath(record.path) === normalized) ??
        (await findByEarlierPath(normalized))
      );
    },
    findById: (list, id) => listed(list, "id", id),
    save: (record) =>
      documents.save({
        collection: collectionOf(record.list),
        key: record.identity,
        value: toValue(record),
      }),
    remove: (list, identity) => documents.remove(collectionOf(list), identity),
    async readAfter(list, identity, limit) {
      const beyond = identity === "" ? {} : { beyond: { key: identity } };
      const found = await documents.list({ collection: collectionOf(list), limit, ...beyond });
      return found.map(({ key, value }) => toRecord(list, key, value));
    },
    async readOpenAfter(list, identity, limit) {
      const beyond = identity === "" ? {} : { beyond: { value: 1, key: identity } };
      const query = { collection: collectionOf(list), member: "open", limit, ...beyond };
      return (await documents.list(query)).map(({ key, value }) => toRecord(list, key, value));
    },
  };
};

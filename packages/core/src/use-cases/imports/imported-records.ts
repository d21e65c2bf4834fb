import type { JsonObject } from "../../model/json.ts";
import type { DocumentRepository } from "../../ports/repositories/document-repository.ts";
import { importedPaths } from "./imported-paths.ts";
import { toOldPath } from "./old-path.ts";

/** The lists of the interface that records are imported from, in the order of an import. */
export type ImportedList = "categories" | "tags" | "venues" | "organizers" | "events";

/** Imported record as the import has stored it. */
export type ImportedRecord = {
  readonly list: ImportedList;
  /** Names the record in its list, the same in each import, at most 180 characters: see `identityOf` of `@kalends/import`. */
  readonly identity: string;
  /** Ours. */
  readonly id: number;
  /** The host that it is from, such as `old.example`. */
  readonly site: string;
  /** That at the source; 0 where the source has none. */
  readonly sourceId: number;
  /** Path and query of its page at the source, percent-encoded, such as `/event/spring-concert/`; `""` where it has none. */
  readonly path: string;
  /** The slug at the source. */
  readonly slug: string;
  /** The slug that it got here, where that is another one. */
  readonly ourSlug?: string;
  /** Of events: the start at the source, on its wall clock. */
  readonly start?: string;
  /** A digest of the content as it was stored last; `""`: it was here before, and an import never changes it. */
  readonly base: string;
  /**
   * The addresses at the source that its texts lead to and for which there was nothing here yet, as absolute ones; at most
   * `MAX_OPEN_LINKS`. Only where links in texts are rewritten.
   */
  readonly openLinks?: readonly string[];
  /** How `base` was made, where there are open links. */
  readonly digest?: {
    /** The fields of plugins that count, each as `plugin.field`. */
    readonly fields?: readonly string[];
    /** Its times of publication and of the last change do not count. */
    readonly isUndated?: boolean;
  };
};

/** More of one record are not settled later. */
export const MAX_OPEN_LINKS = 50;

/**
 * Imported records, kept as documents: in the transaction of the record itself, in archives, and beyond the import.
 * Source: rules/choices.md#import-memory.
 */
export interface ImportedRecords {
  find(list: ImportedList, identity: string): Promise<ImportedRecord | undefined>;
  /**
   * Finds the record that a page of the source showed, by its path and query in any spelling (`toOldPath`); else the one it showed
   * once. Among several the first by identity.
   */
  findByPath(path: string): Promise<ImportedRecord | undefined>;
  /** Where a record of ours came from. */
  findById(list: ImportedList, id: number): Promise<readonly ImportedRecord[]>;
  /** Replaces what was known under the same identity. */
  save(record: ImportedRecord): Promise<void>;
  /** False when nothing was known. */
  remove(list: ImportedList, identity: string): Promise<boolean>;
  /** Those of a list whose identity comes after this one, by identity; at most `limit`. */
  readAfter(list: ImportedList, identity: string, limit: number): Promise<readonly ImportedRecord[]>;
  /** As `readAfter`: those alone that have open links. */
  readOpenAfter(list: ImportedList, identity: string, limit: number): Promise<readonly ImportedRecord[]>;
}

/** Of the calendar itself: no plugin has this name. One collection a list. */
const collectionOf = (list: ImportedList): string => `kalends/imported-${list}`;

const LISTS: readonly ImportedList[] = ["events", "venues", "organizers", "categories", "tags"];

const MAX_INDEXED = 200;

/** Members that lists use are members of the document; the others are in one object without indexes. */
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
  // As `toValue` has written it.
  ...(value.rest as Rest),
});

/** Over the documents of a store, or of a unit of work. */
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
      const sought = toOldPath(path);
      const found = await Promise.all(
        LISTS.map((list) => listed(list, "path", sought.slice(0, MAX_INDEXED))),
      );
      return (
        found.flat().find((record) => toOldPath(record.path) === sought) ?? (await findByEarlierPath(sought))
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

import type { JsonObject } from "../../model/json.ts";
import type { DocumentRepository } from "../../ports/repositories/document-repository.ts";
import { importedPaths } from "./imported-paths.ts";
import { toOldPath } from "./old-path.ts";

/** Lists of the source from which records are imported, in the order of an import. */
export type ImportedList = "categories" | "tags" | "venues" | "organizers" | "events";

/** Connection between a record of this calendar and the record of a source that it was imported from. */
export type ImportedRecord = {
  readonly list: ImportedList;
  /**
   * Identity of the record within its list at the source. It is the same in each import and has at most 180
   * characters. See `identityOf` of `@kalends/import`.
   */
  readonly identity: string;
  /** Id of the record in this calendar. */
  readonly id: number;
  /** Host of the source, such as `old.example`. */
  readonly site: string;
  /** Id of the record at the source; 0 if it has none. */
  readonly sourceId: number;
  /**
   * Path and query of the record's page at the source, percent-encoded, such as `/event/spring-concert/`.
   * `""` if it has no page.
   */
  readonly path: string;
  /** Slug of the record at the source. */
  readonly slug: string;
  /** Slug of the record in this calendar, if it differs from that of the source. */
  readonly ourSlug?: string;
  /** Start of an event at the source, on the wall clock of the event. */
  readonly start?: string;
  /**
   * Digest of the content that the last import stored. `""` if the record existed before the first import;
   * imports never change such a record.
   */
  readonly base: string;
  /**
   * URLs of the source in the record's texts whose records are not imported yet; at most `MAX_OPEN_LINKS`.
   * Later imports replace these links. Present only if the import rewrites links in texts.
   */
  readonly openLinks?: readonly string[];
  /** Parameters with which `base` was computed. Present if the record has `openLinks`. */
  readonly digest?: {
    /** Plugin fields that are part of the digest, each as `plugin.field`. */
    readonly fields?: readonly string[];
    /** True if the times of publication and of the last change are not part of the digest. */
    readonly isUndated?: boolean;
  };
};

/**
 * Maximum number of `openLinks` per record: links to records that are not imported yet. Additional links are
 * never rewritten.
 */
export const MAX_OPEN_LINKS = 50;

/**
 * Repository of `ImportedRecord`s, stored as documents. Each entry is written in the same transaction as the
 * record itself. The entries are part of archives and stay after the import.
 * Source: rules/choices.md#import-memory.
 */
export interface ImportedRecords {
  find(list: ImportedList, identity: string): Promise<ImportedRecord | undefined>;
  /**
   * Returns the record whose page at the source had this path and query, in any spelling (`toOldPath`). If no
   * current path matches, former paths are searched. If several records match, events come before venues,
   * organizers, categories and tags. Within a list, the first by identity is returned.
   */
  findByPath(path: string): Promise<ImportedRecord | undefined>;
  /** Returns at most 100 source records from which a record of this calendar was imported. */
  findById(list: ImportedList, id: number): Promise<readonly ImportedRecord[]>;
  /** Stores an entry and replaces the one with the same identity. */
  save(record: ImportedRecord): Promise<void>;
  /** Removes an entry. Returns false if it does not exist. */
  remove(list: ImportedList, identity: string): Promise<boolean>;
  /**
   * Returns at most `limit` entries of a list whose identities sort after `identity`, in the order of
   * identities.
   */
  readAfter(list: ImportedList, identity: string, limit: number): Promise<readonly ImportedRecord[]>;
  /** Same as `readAfter`, but only for entries with `openLinks`. */
  readOpenAfter(list: ImportedList, identity: string, limit: number): Promise<readonly ImportedRecord[]>;
}

/**
 * Returns the name of the collection for a list. It belongs to the calendar itself; no plugin can use this
 * name.
 */
const collectionOf = (list: ImportedList): string => `kalends/imported-${list}`;

const LISTS: readonly ImportedList[] = ["events", "venues", "organizers", "categories", "tags"];

const MAX_INDEXED = 200;

/**
 * Converts an entry to a document. Indexed values are direct members; all other values are in the member
 * `rest`, which has no index.
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
  // The type is safe, because only `toValue` writes this member.
  ...(value.rest as Rest),
});

/** Creates the repository on the documents of a store or of a unit of work. */
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

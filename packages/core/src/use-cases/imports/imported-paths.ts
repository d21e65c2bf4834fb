import type { DocumentRepository } from "../../ports/repositories/document-repository.ts";
import type { ImportedList } from "./imported-records.ts";
import { toOldPath } from "./old-path.ts";

/** Former URL of an imported record's page at the source, before the source changed it. */
export type ImportedPath = {
  readonly list: ImportedList;
  /** Identity of the record at the source: see `ImportedRecord`. */
  readonly identity: string;
  /** Path and query of the former URL, normalized by `toOldPath`. */
  readonly path: string;
};

/**
 * Repository of former page URLs of imported records. They are stored as documents, so that archives contain
 * them.
 * Source: rules/choices.md#import-old-paths.
 */
export interface ImportedPaths {
  /**
   * Stores a former path in any spelling, except `/`. If several records of a list had the same path, the
   * last stored one replaces the others.
   */
  add(path: ImportedPath): Promise<void>;
  find(list: ImportedList, path: string): Promise<ImportedPath | undefined>;
  /** Returns at most `limit` entries whose keys are greater than `key`, in the order of keys. */
  readAfter(key: string, limit: number): Promise<readonly (ImportedPath & { readonly key: string })[]>;
}

/** Name of the collection of former paths. It belongs to the calendar itself; no plugin can use this name. */
const COLLECTION = "kalends/imported-paths";
/** Maximum length of the path as part of a key. A complete key may have 200 characters. */
const MAX_INDEXED = 180;

const keyOf = (list: ImportedList, path: string): string => `${list} ${path.slice(0, MAX_INDEXED)}`;

/** Creates the repository on the documents of a store or of a unit of work. */
export const importedPaths = (documents: DocumentRepository): ImportedPaths => {
  const find = async (list: ImportedList, given: string): Promise<ImportedPath | undefined> => {
    const path = toOldPath(given);
    const value = await documents.find(COLLECTION, keyOf(list, path));
    return value?.path === path ? { list, identity: String(value.identity), path } : undefined;
  };
  return {
    async add({ list, identity, path: given }) {
      const path = toOldPath(given);
      if (path === "/" || (await find(list, path))?.identity === identity) return;
      await documents.save({
        collection: COLLECTION,
        key: keyOf(list, path),
        value: { list, identity, path },
      });
    },
    find,
    async readAfter(key, limit) {
      const beyond = key === "" ? {} : { beyond: { key } };
      const found = await documents.list({ collection: COLLECTION, limit, ...beyond });
      // The type is safe, because only `add` writes these values.
      return found.map((one) => ({ key: one.key, ...(one.value as ImportedPath) }));
    },
  };
};

import type { DocumentRepository } from "../../ports/repositories/document-repository.ts";
import type { ImportedList } from "./imported-records.ts";
import { toOldPath } from "./old-path.ts";

/** Earlier address of an imported record's page at the source. */
export type ImportedPath = {
  readonly list: ImportedList;
  /** See `ImportedRecord`. */
  readonly identity: string;
  /** Path and query, as normalized by `toOldPath`. */
  readonly path: string;
};

/**
 * Earlier addresses of imported records. They are stored as documents, so that archives contain them.
 * Source: rules/choices.md#import-old-paths.
 */
export interface ImportedPaths {
  /** Adds a path in any spelling. If several records of a list had the same path, the last one is kept. */
  add(path: ImportedPath): Promise<void>;
  find(list: ImportedList, path: string): Promise<ImportedPath | undefined>;
  /** Returns entries whose key is greater than this one, ordered by key; at most `limit`. */
  readAfter(key: string, limit: number): Promise<readonly (ImportedPath & { readonly key: string })[]>;
}

/** Collection of the calendar itself: no plugin has this name. */
const COLLECTION = "kalends/imported-paths";
/** Maximum length of the path in a key. Keys have up to 200 characters. */
const MAX_INDEXED = 180;

const keyOf = (list: ImportedList, path: string): string => `${list} ${path.slice(0, MAX_INDEXED)}`;

/** Creates the port on the documents of a store or of a unit of work. */
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
      // `add` has written them.
      return found.map((one) => ({ key: one.key, ...(one.value as ImportedPath) }));
    },
  };
};

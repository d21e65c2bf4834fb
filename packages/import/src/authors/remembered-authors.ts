import { createHash } from "node:crypto";
import type { DocumentRepository, Store } from "@kalends/core/storage";

/**
 * Stored mapping from authors of import sources to local user numbers. With it, later runs assign the same
 * numbers. The mapping consists of plugin records.
 */
export interface RememberedAuthors {
  /** Returns the stored local number of an author of a source site. */
  find(site: string, author: number): Promise<number | undefined>;
  /** True if the local number is stored for a different author, of this site or of another one. */
  isTaken(number: number, site: string, author: number): Promise<boolean>;
  /** Returns the keys of the authors that are stored with this local number, at most 100. See `authorKey`. */
  keysOf(number: number): Promise<readonly string[]>;
  /**
   * Stores the number if the author has no stored number yet. Returns the number that is stored afterwards.
   */
  keep(site: string, author: number, number: number): Promise<number>;
  /** Stores the number and replaces the earlier number of the author. */
  replace(site: string, author: number, number: number): Promise<void>;
}

/**
 * Name of the plugin-record collection that stores the author mapping, with the members `number`, `site` and
 * `author`. Plugins cannot use this name.
 */
export const IMPORTED_AUTHORS = "kalends/imported-authors";

const MAX_KEYS = 100;

const MAX_KEY = 180;

/** Returns the storage key for an author of a source site, at most 180 characters. */
export const authorKey = (site: string, author: number): string => {
  const key = `${author}@${site}`;
  return key.length <= MAX_KEY ? key : `${author}#${createHash("sha256").update(site).digest("hex")}`;
};

export const rememberedAuthors = (store: Pick<Store, "documents" | "transaction">): RememberedAuthors => {
  const find = async (
    documents: DocumentRepository,
    site: string,
    author: number,
  ): Promise<number | undefined> => {
    const value = await documents.find(IMPORTED_AUTHORS, authorKey(site, author));
    return value && Number(value.number);
  };
  const keysOf = async (number: number): Promise<readonly string[]> => {
    const range = { equals: number };
    const query = { collection: IMPORTED_AUTHORS, member: "number", range, limit: MAX_KEYS };
    return (await store.documents.list(query)).map(({ key }) => key);
  };
  const save = (documents: DocumentRepository, site: string, author: number, number: number): Promise<void> =>
    documents.save({
      collection: IMPORTED_AUTHORS,
      key: authorKey(site, author),
      value: { number, site, author },
    });
  return {
    find: (site, author) => find(store.documents, site, author),
    keysOf,
    async isTaken(number, site, author) {
      const own = authorKey(site, author);
      return (await keysOf(number)).some((key) => key !== own);
    },
    keep: (site, author, number) =>
      store.transaction(async ({ documents }) => {
        const kept = await find(documents, site, author);
        if (kept !== undefined) return kept;
        await save(documents, site, author, number);
        return number;
      }),
    replace: (site, author, number) => save(store.documents, site, author, number),
  };
};

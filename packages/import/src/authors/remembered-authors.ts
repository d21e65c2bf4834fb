import { createHash } from "node:crypto";
import type { DocumentRepository, Store } from "@kalends/core/storage";

/**
 * Local numbers of the authors of sources. They are stored as plugin records, so that later runs assign the
 * same authors.
 */
export interface RememberedAuthors {
  /** Returns the local number of an author of a site. */
  find(site: string, author: number): Promise<number | undefined>;
  /** True if the local number stands for another author, of this or another site. */
  isTaken(number: number, site: string, author: number): Promise<boolean>;
  /** Returns the keys of the stored authors that the local number stands for, at most 100. */
  keysOf(number: number): Promise<readonly string[]>;
  /** Stores the number unless one is already stored; returns the stored one. */
  keep(site: string, author: number, number: number): Promise<number>;
  /** Stores the number and replaces an earlier one. */
  replace(site: string, author: number, number: number): Promise<void>;
}

/**
 * Collection of the stored authors, with the members `number`, `site` and `author`. The name is reserved for
 * the calendar itself; no plugin can have it.
 */
export const IMPORTED_AUTHORS = "kalends/imported-authors";

const MAX_KEYS = 100;

const MAX_KEY = 180;

/** Returns the key of an author of a site, at most 180 characters long. */
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

import { createHash } from "node:crypto";
import type { DocumentRepository, Store } from "@kalends/core";

/** Who the authors of sources are here, kept as documents, so that later runs give their records the same authors. */
export interface RememberedAuthors {
  /** Our number for the author of a site. */
  find(site: string, author: number): Promise<number | undefined>;
  /** Whether this number of ours stands for an author of another site, or for another one of this site. */
  isTaken(number: number, site: string, author: number): Promise<boolean>;
  /** The authors that this number of ours stands for, at most 100, each by the key of its document. */
  keysOf(number: number): Promise<readonly string[]>;
  /** Keeps the number unless one is kept, and answers the kept one. */
  keep(site: string, author: number, number: number): Promise<number>;
  /** Replaces what was kept. */
  replace(site: string, author: number, number: number): Promise<void>;
}

/** The collection, which is of the calendar itself: no plugin has this name. Members of a document: `number`, `site`, `author`. */
export const IMPORTED_AUTHORS = "kalends/imported-authors";

const MOST_KEYS = 100;

const MAX_KEY = 180;

/** Names an author of a site, in at most 180 characters. */
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
    const query = { collection: IMPORTED_AUTHORS, member: "number", range, limit: MOST_KEYS };
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

import { createHash } from "node:crypto";
import type { DocumentRepository, Store } from "@kalends/core";

/** Who the authors of sources are here, kept as documents, so that later runs give their records the same authors. */
export interface RememberedAuthors {
  /** Our number for the author of a site. */
  find(site: string, author: number): Promise<number | undefined>;
  /** Whether this number of ours stands for an author of another site, or for another one of this site. */
  isTaken(number: number, site: string, author: number): Promise<boolean>;
  /** Keeps the number unless one is kept, and answers the kept one. */
  keep(site: string, author: number, number: number): Promise<number>;
  /** Replaces what was kept. */
  replace(site: string, author: number, number: number): Promise<void>;
}

/** Of the calendar itself: no plugin has this name. */
const COLLECTION = "kalends/imported-authors";

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
    const value = await documents.find(COLLECTION, authorKey(site, author));
    return value && Number(value.number);
  };
  const save = (documents: DocumentRepository, site: string, author: number, number: number): Promise<void> =>
    documents.save({ collection: COLLECTION, key: authorKey(site, author), value: { number, site, author } });
  return {
    find: (site, author) => find(store.documents, site, author),
    async isTaken(number, site, author) {
      const query = { collection: COLLECTION, member: "number", range: { equals: number }, limit: 2 };
      const own = authorKey(site, author);
      return (await store.documents.list(query)).some(({ key }) => key !== own);
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

import { createHash } from "node:crypto";
import { erasureMemory } from "@kalends/core";
import { type Account, type AccountStore, foldText, type Store } from "@kalends/core/storage";
import { type Authors, openAuthors } from "@kalends/import";
import type { Line } from "./import-lines.ts";

export interface ArchivedAuthorsDeps {
  readonly store: Pick<Store, "documents" | "transaction" | "userIds">;
  /** Accounts of this calendar; absent if the storage has none. */
  readonly accounts: AccountStore | undefined;
  /** Archived accounts that were not imported, by id. */
  readonly leftOut: ReadonlyMap<number, Account>;
  /** Ids of the imported accounts. */
  readonly taken: ReadonlySet<number>;
  /** Numbers of host users that stand for different users in the archive and in this calendar. */
  readonly strangers: ReadonlySet<number>;
  readonly note: (line: string) => void;
}

/**
 * Maps the authors of archived records to user numbers of this calendar.
 * Source: rules/choices.md#archive-authors.
 */
export interface ArchivedAuthors {
  /** Returns the records with the author numbers of this calendar. Must be called outside of transactions. */
  toOurs(lines: readonly Line[]): Promise<readonly Line[]>;
  /**
   * Returns the number that an archived author has in this calendar. Call it only if `isStranger` is false.
   */
  numberOf(author: number): Promise<number>;
  /** True if the number stands for a different host user in this calendar. */
  isStranger(number: number): boolean;
  /**
   * True if the number belongs to a different person in this calendar, or to an erased account. Access that
   * the archive grants to the author must then not be imported.
   */
  isAnother(number: number): Promise<boolean>;
}

/**
 * Returns the site name under which the mapping of an archived author is stored. An archive does not contain
 * the name of its calendar, so the site name contains a digest of the author's name. The author's name itself
 * is not stored.
 */
export const siteOf = (name = ""): string =>
  `the archive ${createHash("sha256").update(foldText(name)).digest("hex").slice(0, 12)}`;

export const openArchivedAuthors = async ({
  store,
  accounts,
  leftOut,
  taken,
  strangers,
  note,
}: ArchivedAuthorsDeps): Promise<ArchivedAuthors> => {
  const others = new Map<number, Account | undefined>(leftOut);
  const here = new Map((await accounts?.list())?.map((account) => [account.id, account]));
  for (const id of here.keys()) if (!taken.has(id)) others.set(id, leftOut.get(id));
  const memory = erasureMemory(store.documents);
  const isErased = async (number: number): Promise<boolean> =>
    !here.has(number) && (await memory.find("account", number)) !== undefined;
  /**
   * True if an account of this calendar has a credential of the archived account. Both are then the same
   * account, even if other members have changed.
   */
  const isSame = (archived: Account | undefined): boolean => {
    const ids = new Set(archived?.credentials.map(({ id }) => id));
    return archived !== undefined && (here.get(archived.id)?.credentials ?? []).some(({ id }) => ids.has(id));
  };
  const isOther = (number: number): boolean => others.has(number) && !isSame(others.get(number));
  let authors: Promise<Authors> | undefined;
  const ofOther = async (author: number): Promise<number> => {
    // Records of an erased account keep the number of that account.
    if (await isErased(author)) return author;
    authors ??= openAuthors({
      ...{ store, accounts, note },
      async namesOf(number) {
        const name = others.get(number)?.name;
        return name === undefined ? [] : [name];
      },
    });
    return (await authors).numberOf(siteOf(others.get(author)?.name), author);
  };
  const isStranger = (number: number): boolean => strangers.has(number);
  const numberOf = (author: number): Promise<number> =>
    isOther(author) && !isStranger(author) ? ofOther(author) : Promise.resolve(author);
  return {
    numberOf,
    isStranger,
    toOurs: (lines) =>
      Promise.all(
        lines.map(async (line) => {
          const { author } = line.record;
          if (author === undefined) return line;
          return { ...line, record: { ...line.record, author: await numberOf(author) } };
        }),
      ),
    isAnother: async (number) => isStranger(number) || isOther(number) || (await isErased(number)),
  };
};

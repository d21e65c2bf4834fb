import { createHash } from "node:crypto";
import { erasureMemory } from "@kalends/core";
import { type Account, type AccountStore, foldText, type Store } from "@kalends/core/storage";
import { type Authors, openAuthors } from "@kalends/import";
import type { Line } from "./import-lines.ts";

export interface ArchivedAuthorsDeps {
  readonly store: Pick<Store, "documents" | "transaction" | "userIds">;
  /** Absent if the storage has no accounts. */
  readonly accounts: AccountStore | undefined;
  /** Accounts of the archive that were not imported. */
  readonly leftOut: ReadonlyMap<number, Account>;
  /** Ids of the imported accounts. */
  readonly taken: ReadonlySet<number>;
  /** Numbers of host users that stand for another user here. */
  readonly strangers: ReadonlySet<number>;
  readonly note: (line: string) => void;
}

/**
 * Mapping from the authors of an archive to numbers in this calendar.
 * Source: rules/choices.md#archive-authors.
 */
export interface ArchivedAuthors {
  /**
   * Returns the records with their authors' numbers in this calendar. Must be called outside of units of
   * work.
   */
  toOurs(lines: readonly Line[]): Promise<readonly Line[]>;
  /** Returns the number here of an author for whom `isStranger` is false. */
  numberOf(author: number): Promise<number>;
  /** True if the number belongs to another user of the host here. */
  isStranger(number: number): boolean;
  /**
   * True if the number belongs to another person here or to an erased account. Such a person must not get
   * access that was granted to the author.
   */
  isAnother(number: number): Promise<boolean>;
}

/**
 * Returns the name of the site for remembered authors. Archives do not name their calendar, so the site is a
 * digest of the author's name; the name itself is not stored.
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
  /** True if the archived account has changed since but still shares a credential with the account here. */
  const isSame = (archived: Account | undefined): boolean => {
    const ids = new Set(archived?.credentials.map(({ id }) => id));
    return archived !== undefined && (here.get(archived.id)?.credentials ?? []).some(({ id }) => ids.has(id));
  };
  const isOther = (number: number): boolean => others.has(number) && !isSame(others.get(number));
  let authors: Promise<Authors> | undefined;
  const ofOther = async (author: number): Promise<number> => {
    // Remaining records of an erased account keep their number.
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

import { createHash } from "node:crypto";
import { erasureMemory } from "@kalends/core";
import { type Account, type AccountStore, foldText, type Store } from "@kalends/core/storage";
import { type Authors, openAuthors } from "@kalends/import";
import type { Line } from "./import-lines.ts";

export interface ArchivedAuthorsDeps {
  readonly store: Pick<Store, "documents" | "transaction" | "userIds">;
  /** Absent where the storage keeps none. */
  readonly accounts: AccountStore | undefined;
  /** The accounts of the archive that were left out. */
  readonly leftOut: ReadonlyMap<number, Account>;
  /** The ids of those that are here now. */
  readonly taken: ReadonlySet<number>;
  /** Numbers of a host's users that stand for somebody else here. */
  readonly strangers: ReadonlySet<number>;
  readonly note: (line: string) => void;
}

/** Who the authors of an archive are here. Source: rules/choices.md#archive-authors. */
export interface ArchivedAuthors {
  /** The same records with their authors' numbers here. Called outside of units of work. */
  toOurs(lines: readonly Line[]): Promise<readonly Line[]>;
  /** Our number of an author who is no stranger. */
  numberOf(author: number): Promise<number>;
  /** Whether the number is that of another user of the host here. */
  isStranger(number: number): boolean;
  /** Whether the number is that of somebody else here, or of somebody who was erased: what opens a calendar must not become theirs. */
  isAnother(number: number): Promise<boolean>;
}

/** Archives do not say which calendar they are of: what is remembered is of an author of this name, which itself is not kept. */
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
  /** It has changed since, but is the same. */
  const isSame = (archived: Account | undefined): boolean => {
    const ids = new Set(archived?.credentials.map(({ id }) => id));
    return archived !== undefined && (here.get(archived.id)?.credentials ?? []).some(({ id }) => ids.has(id));
  };
  const isOther = (number: number): boolean => others.has(number) && !isSame(others.get(number));
  let authors: Promise<Authors> | undefined;
  const ofOther = async (author: number): Promise<number> => {
    // What is left of whom was erased stays under the number.
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

import { type Account, type AccountStore, FIRST_USER_NUMBER, type Store, toInertText } from "@kalends/core";
import { ImportError } from "../import-error.ts";
import type { AuthorMap, AuthorTarget } from "./author-map.ts";
import { authorKey, rememberedAuthors } from "./remembered-authors.ts";

/** What the authors of a source become here. */
export interface Authors {
  /**
   * Our number for an author of a site: as the file says; else as in earlier runs; else that of the account of the same name; else one that
   * no account has, now or later. 0, which is nobody, stays 0. Called outside of units of work: it reads and writes itself.
   * Source: rules/choices.md#import-authors.
   */
  numberOf(site: string, author: number): Promise<number>;
}

export interface AuthorsDeps {
  readonly store: Pick<Store, "documents" | "transaction" | "userIds">;
  /** Absent where the storage keeps none: users are a host's. */
  readonly accounts: Pick<AccountStore, "find" | "findByName" | "ids"> | undefined;
  /** That of `--authors`, and what messages call it. */
  readonly map?: { readonly place: string; readonly authors: AuthorMap };
  /** What the source calls an author, such as a login and a full name; none where it does not say. */
  readonly namesOf?: (author: number) => Promise<readonly string[]>;
  /** Whether nothing may be written: numbers that would be drawn are then made up. */
  readonly dryRun?: boolean;
  /** Called once for each author who becomes somebody by name, or gets another number. */
  readonly note: (line: string) => void;
}

/** Numbers above would leave none for accounts, which stay below those of a host's users. */
const HIGHEST_KEPT = FIRST_USER_NUMBER / 2;

/** Rejects with an `ImportError` where the file names accounts that there are not. */
export const openAuthors = async (deps: AuthorsDeps): Promise<Authors> => {
  const { accounts, map, namesOf = async () => [], note } = deps;
  const remembered = rememberedAuthors(deps.store);
  const numbers = createNumbers(deps);
  const settled = new Map<string, Promise<number>>();

  const findTarget = async (target: AuthorTarget): Promise<number | "nobody" | undefined> => {
    if (target === "nobody") return target;
    if ("account" in target) return (await accounts?.findByName(target.account))?.id;
    return /^\d+$/.test(target.user) ? Number(target.user) : numbers.ofUser(target.user);
  };
  for (const { line, target } of map?.authors.targets ?? []) {
    if (target === "nobody" || "user" in target || (await findTarget(target)) !== undefined) continue;
    throw new ImportError(
      toInertText(`${map?.place}, line ${line}: there is no account named ${target.account}.`),
    );
  }

  /** By the file, whose word may be a new one in each run. */
  const mapped = async (author: number, names: () => Promise<readonly string[]>) => {
    const byNumber = map?.authors.byNumber(author);
    if (byNumber !== undefined || !map?.authors.hasNames) return byNumber;
    return (await names()).map(map.authors.byName).find((target) => target !== undefined);
  };

  const byName = async (names: readonly string[]): Promise<Account | undefined> => {
    for (const name of names) {
      const account = await accounts?.findByName(name);
      if (account !== undefined) return account;
    }
    return undefined;
  };

  const settle = async (site: string, author: number): Promise<number> => {
    let asked: Promise<readonly string[]> | undefined;
    const names = (): Promise<readonly string[]> => {
      asked ??= namesOf(author);
      return asked;
    };
    const called = async (): Promise<string> => {
      const [name] = await names();
      return `the author ${author}${name === undefined ? "" : ` (${name})`} of ${site || "the source"}`;
    };
    const target = await mapped(author, names);
    const wanted = target === undefined ? undefined : await findTarget(target);
    const known = await remembered.find(site, author);
    if (typeof wanted === "number") {
      if (known !== wanted && !deps.dryRun) await remembered.replace(site, author, wanted);
      return wanted;
    }
    // Who is nobody by the file may have been somebody in an earlier run.
    if (known !== undefined && (wanted === undefined || (await accounts?.find(known)) === undefined))
      return known;
    const account = wanted === "nobody" ? undefined : await byName(await names());
    if (account !== undefined) {
      note(toInertText(`${await called()} is the account ${account.name}, by name`));
    }
    const number = account?.id ?? (await numbers.ofNobody(site, author, remembered.isTaken));
    if (account === undefined && number !== author) {
      const unnamed =
        (await names()).length === 0 ? ", for the source tells no name (--authors says who it is)" : "";
      note(
        toInertText(
          `${await called()} has no account here${unnamed}: the number of these records' author is ${number}`,
        ),
      );
    }
    if (deps.dryRun) return number;
    if (wanted === undefined) return remembered.keep(site, author, number);
    await remembered.replace(site, author, number);
    return number;
  };

  return {
    numberOf(site, author) {
      if (author === 0) return Promise.resolve(0);
      const key = JSON.stringify([site, author]);
      const known = settled.get(key) ?? settle(site, author);
      settled.set(key, known);
      return known;
    },
  };
};

interface Numbers {
  ofUser(hostId: string): Promise<number>;
  /** The source's own where neither an account nor an author of another site has it; else one that nobody gets. */
  ofNobody(
    site: string,
    author: number,
    isTaken: (number: number, site: string, author: number) => Promise<boolean>,
  ): Promise<number>;
}

const createNumbers = ({ accounts, store, dryRun = false }: AuthorsDeps): Numbers => {
  let drawn = 0;
  /** As the store might give it, but of nobody. */
  const madeUp = async (): Promise<number> => {
    drawn += 1;
    return ((await accounts?.ids.last("account")) ?? FIRST_USER_NUMBER) + drawn;
  };
  const ofUser = (hostId: string): Promise<number> => (dryRun ? madeUp() : store.userIds.numberOf(hostId));
  return {
    ofUser,
    async ofNobody(site, author, isTaken) {
      // Any number may be that of a user of the host, but for those that stand for texts.
      if (accounts === undefined) return ofUser(`imported:${authorKey(site, author)}`);
      const isOwn = author <= HIGHEST_KEPT && !(await isTaken(author, site, author));
      if (isOwn) {
        // First: no account that is created meanwhile gets it.
        if (!dryRun && author > (await accounts.ids.last("account")))
          await accounts.ids.reserve("account", author);
        if ((await accounts.find(author)) === undefined) return author;
      }
      return dryRun ? madeUp() : accounts.ids.next("account");
    },
  };
};

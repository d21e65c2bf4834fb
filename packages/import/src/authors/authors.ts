import { toInertText } from "@kalends/core";
import { type Account, type AccountStore, FIRST_USER_NUMBER, type Store } from "@kalends/core/storage";
import { ImportError } from "../import-error.ts";
import type { AuthorMap, AuthorTarget } from "./author-map.ts";
import { authorKey, rememberedAuthors } from "./remembered-authors.ts";

/** Maps the authors of an import source to local user numbers. */
export interface Authors {
  /**
   * Returns the local user number for an author of a source site. The first match applies: the mapping file,
   * the number from an earlier run, or the local account with the author's name. An author without a match,
   * or with the target `nobody`, gets a number that no account has or will ever get. Author 0 means nobody
   * and stays 0. Call this outside of transactions, because the function reads and writes the store itself.
   * Source: rules/choices.md#import-authors.
   */
  numberOf(site: string, author: number): Promise<number>;
}

export interface AuthorsDeps {
  readonly store: Pick<Store, "documents" | "transaction" | "userIds">;
  /** Local accounts; absent if the host application manages the users. */
  readonly accounts: Pick<AccountStore, "find" | "findByName" | "ids"> | undefined;
  /** Mapping file of `--authors`, and its file name for messages. */
  readonly map?: { readonly place: string; readonly authors: AuthorMap };
  /**
   * Returns the names of an author at the source, such as the login and the full name. Returns an empty list
   * if the source gives no names.
   */
  readonly namesOf?: (author: number) => Promise<readonly string[]>;
  /** True for a dry run, which writes nothing. The returned new numbers are then simulated. */
  readonly dryRun?: boolean;
  /** Receives one line for each author who is matched by account name or whose number changes. */
  readonly note: (line: string) => void;
}

/**
 * Highest author number of a source that the import uses unchanged. The limit leaves numbers for new
 * accounts, which must stay below the numbers of host users.
 */
const HIGHEST_KEPT = FIRST_USER_NUMBER / 2;

/**
 * Creates the author mapping. Rejects with an `ImportError` if the mapping file names an account that does
 * not exist.
 */
export const openAuthors = async (deps: AuthorsDeps): Promise<Authors> => {
  const { accounts, map, namesOf = async () => [], note } = deps;
  const remembered = rememberedAuthors(deps.store);
  const numbers = createNumbers(deps);
  const authorIds = new Map<string, Promise<number>>();

  const findTarget = async (target: AuthorTarget): Promise<number | "nobody" | undefined> => {
    if (target === "nobody") return target;
    if ("account" in target) return (await accounts?.findByName(target.account))?.id;
    return /^\d+$/.test(target.user) ? Number(target.user) : numbers.ofUser(target.user);
  };
  for (const { line, target } of map?.authors.targets ?? []) {
    if (target === "nobody" || "user" in target || (await findTarget(target)) !== undefined) continue;
    throw new ImportError(toInertText(`${map?.place}, line ${line}: account not found: ${target.account}.`));
  }

  /**
   * Returns the target that the mapping file gives for an author. Results are not cached between runs,
   * because the file may change from run to run.
   */
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

  const resolve = async (site: string, author: number): Promise<number> => {
    let pendingNames: Promise<readonly string[]> | undefined;
    const names = (): Promise<readonly string[]> => {
      pendingNames ??= namesOf(author);
      return pendingNames;
    };
    const describeAuthor = async (): Promise<string> => {
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
    // An earlier run may have stored a user for an author whom the mapping file now assigns to nobody.
    if (known !== undefined && (wanted === undefined || (await accounts?.find(known)) === undefined))
      return known;
    const account = wanted === "nobody" ? undefined : await byName(await names());
    if (account !== undefined) {
      note(
        toInertText(`${await describeAuthor()} gets the account ${account.name}, which has the same name`),
      );
    }
    const number = account?.id ?? (await numbers.ofNobody(site, author, remembered.isTaken));
    if (account === undefined && number !== author) {
      const unnamed =
        (await names()).length === 0 ? " because the source gives no name (assign one with --authors)" : "";
      note(
        toInertText(
          `${await describeAuthor()} has no account here${unnamed}; the author number of these records is ${number}`,
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
      const known = authorIds.get(key) ?? resolve(site, author);
      authorIds.set(key, known);
      return known;
    },
  };
};

interface Numbers {
  ofUser(hostId: string): Promise<number>;
  /**
   * Returns the author number of the source if no account and no author of another site has this number.
   * Otherwise, and always with host users, returns a new number that no account will ever get.
   */
  ofNobody(
    site: string,
    author: number,
    isTaken: (number: number, site: string, author: number) => Promise<boolean>,
  ): Promise<number>;
}

const createNumbers = ({ accounts, store, dryRun = false }: AuthorsDeps): Numbers => {
  let drawn = 0;
  /** Returns the number that a real run would probably assign next. Writes nothing to the store. */
  const simulatedNumber = async (): Promise<number> => {
    drawn += 1;
    return ((await accounts?.ids.last("account")) ?? FIRST_USER_NUMBER) + drawn;
  };
  const ofUser = (hostId: string): Promise<number> =>
    dryRun ? simulatedNumber() : store.userIds.numberOf(hostId);
  return {
    ofUser,
    async ofNobody(site, author, isTaken) {
      // If the host application manages the users, any author number of the source may belong to a real user.
      // Only numbers that are generated for text ids are safe.
      if (accounts === undefined) return ofUser(`imported:${authorKey(site, author)}`);
      const isOwn = author <= HIGHEST_KEPT && !(await isTaken(author, site, author));
      if (isOwn) {
        // Reserve the number before the check, so that no account created in the meantime gets this number.
        if (!dryRun && author > (await accounts.ids.last("account")))
          await accounts.ids.reserve("account", author);
        if ((await accounts.find(author)) === undefined) return author;
      }
      return dryRun ? simulatedNumber() : accounts.ids.next("account");
    },
  };
};

import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { erasureMemory } from "@kalends/core";
import { credentialLimit, MAX_PASSKEYS } from "@kalends/core/accounts";
import type { Account, AccountRepository, AccountStore, Store, StoredDocument } from "@kalends/core/storage";
import { authorKey, IMPORTED_AUTHORS, type ImportReport, rememberedAuthors } from "@kalends/import";
import { additionalFile } from "./archive-format.ts";
import { parseJson, readLines } from "./archive-lines.ts";
import { siteOf } from "./archived-authors.ts";
import {
  ERASED,
  type ImportLines,
  inSequence,
  type Outcome,
  otherRecord,
  SLUG_CONFLICT,
} from "./import-lines.ts";

/**
 * Outcome for accounts that an untrusted archive may not add.
 * Source: rules/choices.md#archive-trust.
 */
const FOR_EMPTY: Outcome = {
  problem: "accounts are only imported into an empty calendar, or with --trusted",
};

const KINDS_OF_CREDENTIALS = ["password", "token"] as const;

const TOO_MANY: Outcome = {
  problem: `it has more than ${credentialLimit.maximum} application passwords or API tokens; --trusted imports such accounts`,
};

const TOO_MANY_PASSKEYS: Outcome = {
  problem: `it has more than ${MAX_PASSKEYS} passkeys; --trusted imports such accounts`,
};

const KINDS = ["images", "terms", "venues", "organizers", "events"] as const;

/** True if the store is empty: it has no event, venue, organizer, term or image. */
export const hasNoRecords = async (store: Pick<Store, (typeof KINDS)[number]>): Promise<boolean> => {
  for (const kind of KINDS) if ((await store[kind].readAfter(0, 1)).length > 0) return false;
  return true;
};

/**
 * Removes the unused account that the first start created, because its id or name would conflict with an
 * archived account. Removes nothing if the account was changed, if other accounts exist, or if the archive
 * contains this account or no administrator. Returns the removed account; `undefined` if nothing was removed.
 * Must run in the transaction that stores the archived accounts.
 */
const removeUnusedFirstAccount = async (
  accounts: AccountRepository,
  archived: readonly Account[],
): Promise<Account | undefined> => {
  const [first, ...others] = await accounts.list();
  if (first === undefined || others.length > 0 || !isUntouched(first)) return undefined;
  if (!archived.some(({ role }) => role === "administrator")) return undefined;
  if (archived.some((account) => isDeepStrictEqual(account, first))) return undefined;
  await accounts.remove(first.id);
  return first;
};

/** True if nobody changed the account since the first start created it. See `FirstRun` of the accounts. */
export const isUntouched = ({ name, role, credentials, revision }: Account): boolean =>
  name === "admin" && role === "administrator" && credentials.length === 1 && revision === 1;

export interface AccountsTarget {
  readonly store: Store;
  readonly accounts: AccountStore;
  /** Path of the archive's folder. */
  readonly folder: string;
  /** Receives the archived accounts that are not imported, by id. */
  readonly leftOut: Map<number, Account>;
  /** True if accounts may be added that this calendar does not have yet. */
  readonly acceptsNew: boolean;
  readonly isTrusted: boolean;
}

export const importAccounts =
  (
    { store, accounts, folder, leftOut, acceptsNew, isTrusted }: AccountsTarget,
    report: ImportReport,
  ): ImportLines =>
  async (lines) => {
    // The cast is safe: `checkRecord` has validated the accounts.
    const archived = lines.map(({ record }) => record as Account);
    const isNew = acceptsNew && (await hasNoRecords(store));
    const refused = await refusedAmong({ store, accounts, folder }, archived);
    const { outcomes, removed } = await accounts.transaction(async (unit) => ({
      removed: isNew ? await removeUnusedFirstAccount(unit, archived) : undefined,
      outcomes: await inSequence(archived, (account) =>
        refused.has(account.id)
          ? Promise.resolve({ problem: refused.get(account.id) ?? "" })
          : importAccount(unit, account, { acceptsNew, isTrusted }),
      ),
    }));
    archived.forEach((account, position) => {
      if (typeof outcomes[position] === "object") leftOut.set(account.id, account);
    });
    if (removed)
      report.note(
        `the unused account ${removed.name} of the first start was replaced by the archive's accounts`,
      );
    return outcomes;
  };

/**
 * Returns the reasons for refusing archived accounts, by account id. An account is refused if this calendar
 * uses its id for an author without an account, or for an erased account.
 */
const refusedAmong = async (
  { store, accounts, folder }: Pick<AccountsTarget, "store" | "accounts" | "folder">,
  archived: readonly Account[],
): Promise<ReadonlyMap<number, string>> => {
  const memory = erasureMemory(store.documents);
  const refused = new Map<number, string>();
  for (const account of archived) {
    const { id } = account;
    if ((await memory.find("account", id)) !== undefined) refused.set(id, ERASED.problem);
    if ((await accounts.find(id)) !== undefined || refused.has(id)) continue;
    const author = await importedAuthor(store, account, folder);
    if (author !== undefined) refused.set(id, `the number ${id} belongs to the author ${author} here`);
  }
  return refused;
};

/**
 * Returns the key of an imported author of this calendar whose number is the id of this archived account. If
 * the account were imported, it would get the records of that author. Returns `undefined` if no such author
 * exists, or if the archive has the same author.
 * Source: rules/choices.md#import-authors.
 */
const importedAuthor = async (
  store: Pick<Store, "documents" | "transaction">,
  { id: number, name }: Account,
  folder: string,
): Promise<string | undefined> => {
  const remembered = rememberedAuthors(store);
  const keys = new Set(await remembered.keysOf(number));
  // Ignore the entry of an earlier run that refused this account and imported its records.
  keys.delete(authorKey(siteOf(name), number));
  const file = additionalFile(folder, "documents");
  if (keys.size === 0 || !existsSync(file)) return [...keys][0];
  for await (const read of readLines(file)) {
    if ("problem" in read) continue;
    // The line is not validated yet and may have any form.
    const line = parseJson(read.text) as Partial<StoredDocument> | null | undefined;
    if (line?.collection === IMPORTED_AUTHORS && line.value?.number === number) keys.delete(String(line.key));
  }
  return [...keys][0];
};

const importAccount = async (
  accounts: AccountRepository,
  account: Account,
  { acceptsNew, isTrusted }: Pick<AccountsTarget, "acceptsNew" | "isTrusted">,
): Promise<Outcome> => {
  const known = await accounts.find(account.id);
  if (known !== undefined) return isDeepStrictEqual(known, account) ? "unchanged" : otherRecord(account.id);
  if (!acceptsNew) return FOR_EMPTY;
  if (
    !isTrusted &&
    KINDS_OF_CREDENTIALS.some((kind) => credentialLimit.countOf(account, kind) > credentialLimit.maximum)
  )
    return TOO_MANY;
  if (!isTrusted && (account.passkeys?.length ?? 0) > MAX_PASSKEYS) return TOO_MANY_PASSKEYS;
  for (const { id } of account.credentials)
    if ((await accounts.findByCredential(id)) !== undefined)
      return { problem: "one of its passwords or tokens belongs to another account" };
  for (const { id } of account.passkeys ?? [])
    if ((await accounts.findByPasskey(id)) !== undefined)
      return { problem: "one of its passkeys belongs to another account" };
  return (await accounts.save(account)) ? "added" : SLUG_CONFLICT;
};

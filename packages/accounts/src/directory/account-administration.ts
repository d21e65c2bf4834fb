import type { Clock } from "@kalends/core";
import type {
  AccountAdministration,
  AccountChange,
  AccountChangeOptions,
  SignIns,
} from "@kalends/core/accounts";
import type { Account, AccountRepository, AccountStore } from "@kalends/core/storage";
import { generatePassword, type Passwords } from "../passwords/passwords.ts";
import { toPlainPassword } from "../validity.ts";
import { isLastAdministrator, requireFree, revised, withDisabled } from "./account-changes.ts";
import { createCredentials, newCredential } from "./credentials.ts";
import { isNewEmail, requireValid, toPlainProfile, toProfile, toSummary, withProfile } from "./profiles.ts";

export interface FirstAccount {
  readonly id: number;
  readonly name: string;
  readonly password: string;
}

/** Name of the first account, and the secret token of its one-time link. */
export interface FirstLink {
  readonly name: string;
  readonly token: string;
}

/** Functions that create the first account of a new installation. */
export interface FirstRun {
  /**
   * Creates the administrator `admin` with a generated application password. If the store already contains an
   * account, creates nothing and returns `undefined`. If several processes start at the same time, only one
   * of them creates the account.
   * Source: rules/rights.md#first-account.
   */
  createFirstAccount(): Promise<FirstAccount | undefined>;
  /**
   * Creates a new one-time link for the account that `createFirstAccount` created. Returns `undefined` if
   * this account has a sign-in password, is disabled, or no longer exists.
   * Source: rules/sign-in.md#one-time-links.
   */
  createFirstLink(): Promise<FirstLink | undefined>;
}

interface AdministrationDeps {
  readonly store: AccountStore;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly createLink: SignIns["createLink"];
}

const FIRST_NAME = "admin";
const FIRST_LABEL = "first password";

export const createAccountAdministration = ({
  store,
  clock,
  passwords,
  createLink,
}: AdministrationDeps): AccountAdministration & FirstRun => {
  const insert = async (
    accounts: AccountRepository,
    account: Omit<Account, "id" | "revision">,
  ): Promise<number | undefined> => {
    if (await accounts.findByName(account.name)) return undefined;
    await requireFree(accounts, undefined, account);
    const id = await accounts.ids.next("account");
    return (await accounts.save({ ...account, id, revision: 1 })) ? id : undefined;
  };

  /**
   * Reads the account with this name and calls `work` with it, both in one transaction. Returns the result of
   * `work`, or the argument `missing` if no account has the name.
   */
  const onAccount = <T, Missing>(
    name: string,
    missing: Missing,
    work: (account: Account, accounts: AccountRepository) => Promise<T>,
  ): Promise<T | Missing> =>
    store.transaction(async (accounts) => {
      const account = await accounts.findByName(name);
      return account === undefined ? missing : work(account, accounts);
    });

  /**
   * Calls `apply`, which changes or removes the account. Returns `last-administrator` instead if the account
   * is the last administrator and neither `force` nor `mayBeLast` is true. The check and the change run in
   * one transaction.
   */
  const change = (
    name: string,
    { force = false }: AccountChangeOptions,
    mayBeLast: boolean,
    apply: (account: Account, accounts: AccountRepository) => Promise<boolean>,
  ): Promise<AccountChange> =>
    onAccount(name, "missing", async (account, accounts) => {
      if (!force && !mayBeLast && (await isLastAdministrator(accounts, account))) return "last-administrator";
      return (await apply(account, accounts)) ? "done" : "missing";
    });

  const idOf = async (name: string): Promise<number | undefined> => (await store.findByName(name))?.id;
  const credentials = createCredentials({ store, clock, passwords });

  return {
    async list() {
      return (await store.list()).map(toSummary);
    },

    async add(givenName, role, password = generatePassword(), profile = {}) {
      const name = givenName.normalize("NFC");
      const given = toPlainProfile(profile);
      requireValid({ name, password: toPlainPassword(password), ...given });
      if (await store.findByName(name)) return undefined;
      const credential = newCredential(
        clock,
        "password",
        { label: FIRST_LABEL },
        await passwords.hash(toPlainPassword(password), []),
      );
      const account = { name, role, ...toProfile(given), credentials: [credential] };
      const id = await store.transaction((accounts) => insert(accounts, account));
      return id === undefined ? undefined : { id, password };
    },

    remove(name, options = {}) {
      return change(name, options, false, ({ id }, accounts) => accounts.remove(id));
    },

    changeRole(name, role, options = {}) {
      return change(name, options, role === "administrator", (account, accounts) =>
        accounts.save(revised({ ...account, role })),
      );
    },

    changeDisabled(name, isDisabled, options = {}) {
      return change(name, options, !isDisabled, async (account, accounts) => {
        await accounts.save(revised(withDisabled(account, isDisabled)));
        if (isDisabled) await accounts.signInRecords.removeAllOf(account.id);
        return true;
      });
    },

    async changeProfile(name, profile) {
      const given = toPlainProfile(profile);
      requireValid(given);
      return onAccount(name, false, async (account, accounts) => {
        if (isNewEmail(account, given)) {
          await requireFree(accounts, account.id, { email: given.email });
          await accounts.signInRecords.removeAllOf(account.id, "link");
        }
        return accounts.save(revised(withProfile(account, given)));
      });
    },

    async addPassword(name, label, password = generatePassword(), scopes = []) {
      requireValid({ password: toPlainPassword(password) });
      const accountId = await idOf(name);
      if (accountId === undefined) return undefined;
      const id = await credentials.addPassword(accountId, { label, scopes }, password);
      return id === undefined ? undefined : { id, password };
    },

    async addToken(name, label, scopes = []) {
      const accountId = await idOf(name);
      return accountId === undefined ? undefined : credentials.addToken(accountId, { label, scopes });
    },

    async revoke(name, credentialId) {
      const accountId = await idOf(name);
      return accountId !== undefined && credentials.revoke(accountId, credentialId);
    },

    async endSessions(name) {
      const accountId = await idOf(name);
      return accountId === undefined ? undefined : store.signInRecords.removeAllOf(accountId, "session");
    },

    async createLink(name, purpose) {
      const accountId = await idOf(name);
      return accountId === undefined ? undefined : createLink(accountId, purpose);
    },

    async createFirstAccount() {
      if ((await store.list()).length > 0) return undefined;
      const password = generatePassword();
      const credential = newCredential(
        clock,
        "password",
        { label: FIRST_LABEL },
        await passwords.hash(toPlainPassword(password), []),
      );
      const id = await store.transaction(async (accounts) => {
        if ((await accounts.list()).length > 0) return undefined;
        const first = { name: FIRST_NAME, role: "administrator", isFirst: true } as const;
        return insert(accounts, { ...first, credentials: [credential] });
      });
      return id === undefined ? undefined : { id, name: FIRST_NAME, password };
    },

    async createFirstLink() {
      const first = (await store.list()).find(({ isFirst }) => isFirst);
      if (first === undefined || first.signInPassword !== undefined) return undefined;
      const link = await createLink(first.id, "first-start");
      return link && { name: first.name, token: link.token };
    },
  };
};

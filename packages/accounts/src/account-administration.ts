import { CalendarError, type Clock, type Role, utcText } from "@kalends/core";
import { type AccountAdministration, credentialLimit } from "@kalends/core/accounts";
import type { Account, AccountRepository, AccountStore, StoredCredential } from "@kalends/core/storage";
import { generatePassword, type Passwords } from "./passwords.ts";
import { hashSecret, newCredentialId, newSecret } from "./tokens.ts";
import { problemOf, toPlain, toPlainPassword } from "./validity.ts";

export interface FirstAccount {
  readonly id: number;
  readonly name: string;
  readonly password: string;
}

/** First-run setup of an empty store. */
export interface FirstRun {
  /**
   * Creates the administrator `admin` with a generated password if the store contains no account. Returns
   * `undefined`, without creating anything, if it contains one. If several processes start at the same time,
   * only one of them creates the account. Source: rules/rights.md#first-account.
   */
  createFirstAccount(): Promise<FirstAccount | undefined>;
}

type AccountProfile = Parameters<AccountAdministration["changeProfile"]>[1];
type AccountChange = Awaited<ReturnType<AccountAdministration["changeRole"]>>;

interface AdministrationDeps {
  readonly store: AccountStore;
  readonly clock: Clock;
  readonly passwords: Passwords;
}

const TOO_MANY: Readonly<Record<StoredCredential["kind"], string>> = {
  password: `An account has at most ${credentialLimit.maximum} application passwords. Revoke one of them first.`,
  token: `An account has at most ${credentialLimit.maximum} API tokens. Revoke one of them first.`,
};

const tooMany = (kind: StoredCredential["kind"]): CalendarError => {
  const text = TOO_MANY[kind];
  return new CalendarError(
    "rest_limit_reached",
    { maximum: credentialLimit.maximum, text },
    { message: text },
  );
};

const FIRST_NAME = "admin";
const FIRST_LABEL = "first password";

const toSummary = ({
  revision: _revision,
  credentials,
  signInPassword,
  passkeys = [],
  ...account
}: Account) => ({
  ...account,
  hasPassword: signInPassword !== undefined,
  passkeys: passkeys.length,
  credentials: credentials.map(({ hash: _hash, ...rest }) => rest),
});

const requireValid = (...values: Parameters<typeof problemOf>): void => {
  const problem = problemOf(...values);
  if (problem) throw problem;
};

const toPlainProfile = ({ displayName, email }: AccountProfile): AccountProfile => ({
  displayName: toPlain(displayName),
  email: toPlain(email),
});

/** Returns the members of a profile to store. Leaves out empty texts. */
const toProfile = ({
  displayName = "",
  email = "",
}: AccountProfile): Pick<Account, "displayName" | "email"> => ({
  ...(displayName !== "" && { displayName }),
  ...(email !== "" && { email }),
});

const withProfile = (
  { displayName: oldName, email: oldEmail, ...account }: Account,
  { displayName = oldName, email = oldEmail }: AccountProfile,
): Account => ({ ...account, ...toProfile({ displayName, email }) });

const revised = (account: Account): Account => ({ ...account, revision: account.revision + 1 });

export const createAccountAdministration = ({
  store,
  clock,
  passwords,
}: AdministrationDeps): AccountAdministration & FirstRun => {
  const newCredential = (kind: StoredCredential["kind"], label: string, hash: string): StoredCredential => ({
    id: newCredentialId(),
    kind,
    label,
    hash,
    createdUtc: utcText(clock.now()),
  });

  const insert = async (
    accounts: AccountRepository,
    account: Omit<Account, "id" | "revision">,
  ): Promise<number | undefined> => {
    if (await accounts.findByName(account.name)) return undefined;
    const id = await accounts.ids.next("account");
    return (await accounts.save({ ...account, id, revision: 1 })) ? id : undefined;
  };

  /**
   * Runs `work` in a transaction, with the account as read inside that transaction. Returns `missing` if no
   * account has the name.
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
   * Changes or removes an account. Without `force`, refuses to remove or demote the last administrator. This
   * check runs in the same transaction as the change.
   */
  const change = (
    name: string,
    { force = false }: { readonly force?: boolean | undefined },
    newRole: Role | undefined,
    apply: (account: Account, accounts: AccountRepository) => Promise<boolean>,
  ): Promise<AccountChange> =>
    onAccount(name, "missing", async (account, accounts) => {
      if (!force && account.role === "administrator" && newRole !== "administrator") {
        const administrators = (await accounts.list()).filter(({ role }) => role === account.role);
        if (administrators.length === 1) return "last-administrator";
      }
      return (await apply(account, accounts)) ? "done" : "missing";
    });

  /**
   * Adds a credential to an account. Returns `outdated` if `isFit` rejects the account, which may have
   * changed since the caller read it. Throws `rest_limit_reached` if the account has too many credentials of
   * this kind.
   */
  const append = (name: string, credential: StoredCredential, isFit = (_account: Account): boolean => true) =>
    onAccount(name, "missing", async (account, accounts): Promise<"added" | "outdated"> => {
      if (credentialLimit.countOf(account, credential.kind) >= credentialLimit.maximum)
        throw tooMany(credential.kind);
      if (!isFit(account)) return "outdated";
      await accounts.save(revised({ ...account, credentials: [...account.credentials, credential] }));
      return "added";
    });

  const appendPassword = async (
    name: string,
    label: string,
    password: string,
  ): Promise<string | undefined> => {
    // Hashing is slow, so it runs outside the transaction. If another process adds a password meanwhile, the
    // new hash must use the salt of that password, so the loop hashes again.
    for (;;) {
      const account = await store.findByName(name);
      if (account === undefined) return undefined;
      const hash = await passwords.hash(password, account.credentials);
      const credential = newCredential("password", label, hash);
      const outcome = await append(name, credential, ({ credentials }) => passwords.fits(hash, credentials));
      if (outcome === "missing") return undefined;
      if (outcome === "added") return credential.id;
    }
  };

  return {
    async list() {
      return (await store.list()).map(toSummary);
    },

    async add(givenName, role, password = generatePassword(), profile = {}) {
      const name = givenName.normalize("NFC");
      const given = toPlainProfile(profile);
      requireValid({ name, password: toPlainPassword(password), ...given });
      if (await store.findByName(name)) return undefined;
      const credential = newCredential("password", FIRST_LABEL, await passwords.hash(password, []));
      const account = { name, role, ...toProfile(given), credentials: [credential] };
      const id = await store.transaction((accounts) => insert(accounts, account));
      return id === undefined ? undefined : { id, password };
    },

    remove(name, options = {}) {
      return change(name, options, undefined, ({ id }, accounts) => accounts.remove(id));
    },

    changeRole(name, role, options = {}) {
      return change(name, options, role, (account, accounts) => accounts.save(revised({ ...account, role })));
    },

    async changeProfile(name, profile) {
      const given = toPlainProfile(profile);
      requireValid(given);
      return onAccount(name, false, (account, accounts) =>
        accounts.save(revised(withProfile(account, given))),
      );
    },

    async addPassword(name, label, password = generatePassword()) {
      requireValid({ password: toPlainPassword(password) });
      const id = await appendPassword(name, label, password);
      return id === undefined ? undefined : { id, password };
    },

    async addToken(name, label) {
      const secret = newSecret();
      const credential = newCredential("token", label, hashSecret(secret));
      const outcome = await append(name, credential);
      return outcome === "added" ? { id: credential.id, token: `${credential.id}.${secret}` } : undefined;
    },

    async revoke(name, credentialId) {
      return onAccount(name, false, async (account, accounts) => {
        const kept = account.credentials.filter(({ id }) => id !== credentialId);
        if (kept.length === account.credentials.length) return false;
        return accounts.save(revised({ ...account, credentials: kept }));
      });
    },

    async createFirstAccount() {
      if ((await store.list()).length > 0) return undefined;
      const password = generatePassword();
      const credential = newCredential("password", FIRST_LABEL, await passwords.hash(password, []));
      const id = await store.transaction(async (accounts) => {
        if ((await accounts.list()).length > 0) return undefined;
        return insert(accounts, { name: FIRST_NAME, role: "administrator", credentials: [credential] });
      });
      return id === undefined ? undefined : { id, name: FIRST_NAME, password };
    },
  };
};

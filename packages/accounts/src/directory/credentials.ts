import { CalendarError, type Clock, utcText } from "@kalends/core";
import { type CredentialScope, credentialLimit } from "@kalends/core/accounts";
import type { Account, AccountRepository, AccountStore, StoredCredential } from "@kalends/core/storage";
import { applicationPasswordsOf, type Passwords } from "../passwords/passwords.ts";
import { createSecret } from "../tokens/secrets.ts";
import { hashSecret, newCredentialId } from "../tokens/tokens.ts";
import { toPlainPassword } from "../validity.ts";
import { revised } from "./account-changes.ts";

const TOO_MANY: Readonly<Record<StoredCredential["kind"], string>> = {
  password: `An account has at most ${credentialLimit.maximum} application passwords. Revoke one of them first.`,
  token: `An account has at most ${credentialLimit.maximum} API tokens. Revoke one of them first.`,
};

/** Throws `rest_limit_reached` if the account already has the maximum number of credentials of this kind. */
const requireRoom = (account: Account, kind: StoredCredential["kind"]): void => {
  const { maximum } = credentialLimit;
  if (credentialLimit.countOf(account, kind) < maximum) return;
  const text = TOO_MANY[kind];
  throw new CalendarError("rest_limit_reached", { maximum, text }, { message: text });
};

interface CredentialValues {
  readonly label: string;
  readonly scopes?: readonly CredentialScope[];
}

export const newCredential = (
  clock: Clock,
  kind: StoredCredential["kind"],
  { label, scopes = [] }: CredentialValues,
  hash: string,
): StoredCredential => ({
  id: newCredentialId(),
  kind,
  label,
  hash,
  createdUtc: utcText(clock.now()),
  ...(scopes.length > 0 && { scopes }),
});

/** Functions that add and revoke application passwords and API tokens. `accountId`: account to change. */
export interface AccountCredentials {
  /**
   * Adds an application password and returns its id. Returns `undefined` if the account does not exist.
   * Throws `rest_limit_reached` if the account already has the maximum number, and `rest_storage_unavailable`
   * if too many passwords of the account are being hashed.
   */
  addPassword(accountId: number, values: CredentialValues, password: string): Promise<string | undefined>;
  addToken(
    accountId: number,
    values: CredentialValues,
  ): Promise<{ readonly id: string; readonly token: string } | undefined>;
  /**
   * Revokes the application password or API token with this id, or ends the session with this id. Returns
   * false if the account has no credential and no session with this id.
   */
  revoke(accountId: number, credentialId: string): Promise<boolean>;
}

export const createCredentials = ({
  store,
  clock,
  passwords,
}: {
  readonly store: AccountStore;
  readonly clock: Clock;
  readonly passwords: Passwords;
}): AccountCredentials => {
  const onAccount = <T, Missing>(
    accountId: number,
    missing: Missing,
    work: (account: Account, accounts: AccountRepository) => Promise<T>,
  ): Promise<T | Missing> =>
    store.transaction(async (accounts) => {
      const account = await accounts.find(accountId);
      return account === undefined ? missing : work(account, accounts);
    });

  /**
   * Adds a credential to an account. Returns `outdated`, without a change, if `isFit` returns false for the
   * current account. Returns `missing` if the account does not exist. Throws `rest_limit_reached` if the
   * account already has the maximum number of credentials of this kind.
   */
  const append = (
    accountId: number,
    credential: StoredCredential,
    isFit = (_account: Account): boolean => true,
  ) =>
    onAccount(accountId, "missing", async (account, accounts): Promise<"added" | "outdated"> => {
      requireRoom(account, credential.kind);
      if (!isFit(account)) return "outdated";
      await accounts.save(revised({ ...account, credentials: [...account.credentials, credential] }));
      return "added";
    });

  return {
    async addPassword(accountId, values, password) {
      const plain = toPlainPassword(password);
      // Hashing is slow and therefore runs outside the transaction. If another password was added meanwhile,
      // its salt must be used, so the loop starts again.
      for (;;) {
        const account = await store.find(accountId);
        if (account === undefined) return undefined;
        requireRoom(account, "password");
        const hash = await passwords.hash(plain, passwordsOf(account), accountId);
        const credential = newCredential(clock, "password", values, hash);
        const outcome = await append(accountId, credential, (found) =>
          passwords.fits(hash, passwordsOf(found)),
        );
        if (outcome === "missing") return undefined;
        if (outcome === "added") return credential.id;
      }
    },

    async addToken(accountId, values) {
      const { secret } = createSecret();
      const credential = newCredential(clock, "token", values, hashSecret(secret));
      const outcome = await append(accountId, credential);
      return outcome === "added" ? { id: credential.id, token: `${credential.id}.${secret}` } : undefined;
    },

    async revoke(accountId, credentialId) {
      return onAccount(accountId, false, async (account, accounts) => {
        const kept = account.credentials.filter(({ id }) => id !== credentialId);
        if (kept.length < account.credentials.length)
          return accounts.save(revised({ ...account, credentials: kept }));
        const session = await accounts.signInRecords.find("session", credentialId);
        return session?.accountId === accountId && accounts.signInRecords.remove("session", credentialId);
      });
    },
  };
};

/** Returns the application passwords, even of a disabled account, which may be enabled again. */
const passwordsOf = ({ credentials }: Account) => applicationPasswordsOf({ credentials });

import { erasureMemory, type Owned } from "@kalends/core";
import {
  type Person,
  type PersonalData,
  removeJobsOf,
  removeMailsOf,
  removePreviewsOf,
  storedPreferences,
} from "@kalends/core/interface";
import type { Account, AccountStore, Store } from "@kalends/core/storage";
import { blankResponses } from "../idempotency/stored-requests.ts";
import { scrubAuditOfPerson } from "./scrub-audit.ts";
import { scrubVersionsOfPerson } from "./scrub-versions.ts";

export interface EraseAccountDeps {
  readonly store: Pick<Store, "documents" | "versions" | "transaction">;
  readonly accountStore: AccountStore;
  readonly personalData: readonly Owned<PersonalData>[];
}

/** Returns the data about an account that plugins receive to find its personal data. */
export const toPerson = ({ id, name, displayName, email }: Account): Person => ({
  ...{ id, name },
  ...(displayName !== undefined && { displayName }),
  ...(email !== undefined && { email }),
});

/**
 * Permanently erases an account, in this order:
 * - the credentials and rights of the account,
 * - personal data in the audit log, versions of records, stored responses, waiting mail, preferences, preview
 *   links and plugins, and the jobs that the account started,
 * - the account itself, and personal data that was stored meanwhile.
 * Records of the account keep its number, which no other account gets. If the erasure is interrupted, the
 * next call continues it.
 * Source: rules/choices.md#erasure-accounts.
 */
export const eraseAccount = async (
  { store, accountStore, personalData }: EraseAccountDeps,
  id: number,
): Promise<"erased" | "missing" | "last-administrator"> => {
  const account = await lockOut(accountStore, id);
  if (typeof account === "string") return account;
  const memory = erasureMemory(store.documents);
  await memory.save("account", id, { isDone: false });
  const person = toPerson(account);
  const eraseTraces = async (): Promise<void> => {
    await scrubAuditOfPerson(store, person);
    await scrubVersionsOfPerson(store, person);
    await blankResponses(store);
    await removeMailsOf(store, person);
    await storedPreferences(store.documents).remove(id);
    await removePreviewsOf(store, id);
    await removeJobsOf(store, id);
    for (const { value } of personalData) await value.erase(person);
  };
  await eraseTraces();
  await accountStore.remove(id);
  // Erase again: a person who was still signed in may have left new data meanwhile.
  await eraseTraces();
  await memory.save("account", id, { isDone: true });
  return "erased";
};

/**
 * Removes all credentials, sessions and links of the account, and gives it the role `subscriber`. Returns the
 * changed account, or the reason why nothing was changed.
 */
const lockOut = (
  accountStore: AccountStore,
  id: number,
): Promise<Account | "missing" | "last-administrator"> =>
  accountStore.transaction(async (accounts) => {
    const account = await accounts.find(id);
    if (account === undefined) return "missing";
    const { role } = account;
    if (role === "administrator") {
      const others = (await accounts.list()).filter((other) => other.id !== id && other.role === role);
      if (!account.isDisabled && others.every(({ isDisabled }) => isDisabled)) return "last-administrator";
    }
    const { signInPassword: _password, passkeys: _passkeys, ...rest } = account;
    const locked: Account = { ...rest, role: "subscriber", credentials: [], revision: account.revision + 1 };
    await accounts.save(locked);
    await accounts.signInRecords.removeAllOf(id);
    return locked;
  });

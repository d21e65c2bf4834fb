import { erasureMemory, type Owned } from "@kalends/core";
import type { Person, PersonalData } from "@kalends/core/interface";
import type { Account, AccountStore, Store } from "@kalends/core/storage";
import { blankAnswers } from "../idempotency/kept-requests.ts";
import { scrubAuditOfPerson } from "./scrub-audit.ts";

export interface EraseAccountDeps {
  readonly store: Pick<Store, "documents" | "transaction">;
  readonly accountStore: AccountStore;
  readonly personalData: readonly Owned<PersonalData>[];
}

/** What is known of an account, for plugins. */
export const toPerson = ({ id, name, displayName, email }: Account): Person => ({
  ...{ id, name },
  ...(displayName !== undefined && { displayName }),
  ...(email !== undefined && { email }),
});

/**
 * Destroys an account for good: first what it signs in with, then what audit log, kept
 * answers and plugins keep of it, then itself. Its records stay under its number,
 * which no account gets. Broken off at any point, it goes on when it is called again. Source: rules/choices.md#erasure-accounts.
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
    await blankAnswers(store);
    for (const { value } of personalData) await value.erase(person);
  };
  await eraseTraces();
  await accountStore.remove(id);
  // Somebody who was signed in may have left something meanwhile.
  await eraseTraces();
  await memory.save("account", id, { isDone: true });
  return "erased";
};

/** From now on nobody signs in with it. The account, as it is then. */
const lockOut = (
  accountStore: AccountStore,
  id: number,
): Promise<Account | "missing" | "last-administrator"> =>
  accountStore.transaction(async (accounts) => {
    const account = await accounts.find(id);
    if (account === undefined) return "missing";
    const { role } = account;
    if (role === "administrator") {
      const administrators = (await accounts.list()).filter((other) => other.role === role);
      if (administrators.length === 1) return "last-administrator";
    }
    const locked: Account = {
      ...account,
      role: "subscriber",
      credentials: [],
      revision: account.revision + 1,
    };
    await accounts.save(locked);
    return locked;
  });

import type { PluginDeps } from "@kalends/core/interface";
import type { AccountStore } from "@kalends/core/storage";
import type { Callers } from "./callers.ts";

interface UserMailboxesDeps {
  /** Absent if a host application manages the users. */
  readonly accountStore: Pick<AccountStore, "find"> | undefined;
  readonly callers: Pick<Callers, "usersOf">;
}

/**
 * Creates the function that returns the mailbox of a user by number. Returns `undefined` if the user is unknown
 * or has no mail address.
 */
export const createMailboxOf =
  (deps: UserMailboxesDeps): PluginDeps["mailboxOf"] =>
  async (user) => {
    const { accountStore } = deps;
    const found =
      accountStore === undefined
        ? (await deps.callers.usersOf([user])).get(user)
        : await accountStore.find(user);
    if (found?.email === undefined || found.email === "") return undefined;
    return { name: found.displayName ?? found.name, address: found.email };
  };

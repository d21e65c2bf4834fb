import { isDeepStrictEqual } from "node:util";
import type { Account, AccountRepository, Store } from "@kalends/core";

const KINDS = ["images", "terms", "venues", "organizers", "events"] as const;

/** Whether there is no record; nothing is said of accounts. */
export const hasNoRecords = async (store: Store): Promise<boolean> => {
  for (const kind of KINDS) if ((await store[kind].readAfter(0, 1)).length > 0) return false;
  return true;
};

/**
 * The first start makes an account that would be in the way of a backup taken over afterwards. As long as nothing was done
 * with it and there are no records, it gives way to archived accounts, provided that there is an administrator among
 * them. Answers the removed account; belongs inside the transaction that stores the others.
 */
export const removeUnusedFirstAccount = async (
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

/** As the first start makes it: see `FirstRun` of the accounts. */
const isUntouched = ({ name, role, credentials, revision }: Account): boolean =>
  name === "admin" && role === "administrator" && credentials.length === 1 && revision === 1;

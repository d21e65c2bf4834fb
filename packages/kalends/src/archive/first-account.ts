import { isDeepStrictEqual } from "node:util";
import type { Account, Repositories } from "@kalends/core";

const KINDS = ["images", "terms", "venues", "organizers", "events"] as const;

/**
 * The first start makes an account that would be in the way of a backup taken over afterwards. As long as nothing was done
 * with it and nothing else is stored, it gives way to archived accounts, provided that there is an administrator among
 * them. Answers the removed account; belongs inside the unit of work that stores the others.
 */
export const removeUnusedFirstAccount = async (
  repositories: Repositories,
  archived: readonly Account[],
): Promise<Account | undefined> => {
  const [first, ...others] = await repositories.accounts.list();
  if (first === undefined || others.length > 0 || !isUntouched(first)) return undefined;
  if (!archived.some(({ role }) => role === "administrator")) return undefined;
  if (archived.some((account) => isDeepStrictEqual(account, first))) return undefined;
  for (const kind of KINDS) {
    if ((await repositories[kind].readAfter(0, 1)).length > 0) return undefined;
  }
  await repositories.accounts.remove(first.id);
  return first;
};

/** As the first start makes it: see `FirstRun` of the accounts. */
const isUntouched = ({ name, role, credentials, revision }: Account): boolean =>
  name === "admin" && role === "administrator" && credentials.length === 1 && revision === 1;

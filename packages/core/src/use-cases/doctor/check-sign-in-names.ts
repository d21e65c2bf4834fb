import type { Account } from "../../model/account.ts";
import { foldText } from "../../model/text/text-search.ts";
import type { AccountStore } from "../../ports/account-store.ts";
import type { Finding } from "../../ports/inspection.ts";

const REMEDY = "Change it with `kalends user edit`; until then, neither signs in with the address.";

/**
 * Finds accounts that share an email address, and accounts whose name is the email address of another
 * account. Earlier versions allowed both.
 * Source: rules/sign-in.md#sign-in-names.
 */
export async function* checkSignInNames(accounts: Pick<AccountStore, "list">): AsyncGenerator<Finding> {
  const all = await accounts.list();
  const byAddress = new Map<string, Account[]>();
  for (const account of all) {
    if (account.email === undefined) continue;
    const address = foldText(account.email);
    byAddress.set(address, [...(byAddress.get(address) ?? []), account]);
  }
  const finding = ({ id }: Account, detail: string): Finding => ({
    ...{ kind: "sign-in-name", record: { kind: "account", id }, detail },
  });
  for (const account of all) {
    const { id, name, email } = account;
    const sharing = (byAddress.get(foldText(email ?? "")) ?? []).filter((other) => other.id !== id);
    if (sharing.length > 0)
      yield finding(account, `${name} shares an email address with ${namesOf(sharing)}. ${REMEDY}`);
    const owners = (byAddress.get(foldText(name)) ?? []).filter((other) => other.id !== id);
    if (owners.length > 0)
      yield finding(
        account,
        `The name ${name} is the email address of ${namesOf(owners)}. Change the address with \`kalends user edit\`.`,
      );
  }
}

const namesOf = (accounts: readonly Account[]): string => accounts.map(({ name }) => name).join(", ");

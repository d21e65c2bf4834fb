import type { AccountsDeps } from "@kalends/accounts";
import type { SignInClient } from "@kalends/core/accounts";
import { HOME, type OpenAccounts, openAccounts } from "./open-accounts.ts";

/** Sign-in password of Ada. */
export const PASSWORD = "correct horse battery";
export const APPLICATION = "an application password";
export const CLIENT: SignInClient = { source: HOME, device: "Browser/1.0" };
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Returns the code of the error, or `none`. */
export const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "none",
    (error: { readonly code?: string }) => error.code ?? error,
  );

/** Sets the sign-in password of an account by a link. */
export const setPassword = async (accounts: OpenAccounts, id: number, password = PASSWORD): Promise<void> => {
  const link = await accounts.signIns.createLink(id, "invitation");
  await accounts.signIns.useLink(link?.token ?? "", password, CLIENT);
};

/** Opens accounts with Ada, an administrator with both kinds of passwords. */
export const openWithAda = async (options: Partial<AccountsDeps> = {}) => {
  const opened = await openAccounts(options);
  const { accounts } = opened;
  const added = await accounts.add("ada", "administrator", APPLICATION, { email: "ada@example.org" });
  const id = added?.id ?? 0;
  await setPassword(accounts, id);
  const byCookie = async (token: string, isBackground = false) => {
    const found = await accounts.authenticate({ kind: "session", token, isBackground }, HOME);
    return "actor" in found ? found.actor : found.failure;
  };
  const isValid = async (token: string): Promise<boolean> =>
    typeof (await byCookie(token, true)) !== "string";
  const login = (name = "ada", password = PASSWORD, client = CLIENT) =>
    accounts.signIns.openWithPassword(name, password, client);
  return { ...opened, id, byCookie, isValid, login };
};

import { type Actor, CalendarError } from "@kalends/core";
import type { OpenedSession, SignInClient, SignIns } from "@kalends/core/accounts";
import type { Account, AccountRepository, AccountStore } from "@kalends/core/storage";
import { type ToActor, toSessionCredential } from "../actors.ts";
import { revised } from "../directory/account-changes.ts";
import { toValidSignInPassword } from "../validity.ts";
import type { Sessions } from "./sessions.ts";
import { type SignInPasswords, signInFailed, unchangedPassword } from "./sign-in-passwords.ts";

interface PasswordSignInsDeps {
  readonly store: AccountStore;
  readonly sessions: Sessions;
  readonly passwords: SignInPasswords;
  readonly openFor: OpenFor;
}

type PasswordSignIns = Pick<
  SignIns,
  | "userOf"
  | "openWithPassword"
  | "confirmWithPassword"
  | "changePassword"
  | "close"
  | "sessionsOf"
  | "endSession"
  | "endSessions"
>;

/** Returns the id of the actor's account. Throws `rest_forbidden` if the actor has no account. */
export const accountIdOf = ({ id }: Actor): number => {
  if (id === undefined) throw new CalendarError("rest_forbidden");
  return id;
};

/** Returns the digest of the actor's session. Throws `rest_forbidden` if the actor has no session. */
export const sessionOf = ({ credential }: Actor): string => {
  if (credential?.kind !== "session") throw new CalendarError("rest_forbidden");
  return credential.id;
};

/** Opens a session for an account inside the transaction `unit`. */
export type OpenFor = (
  unit: AccountRepository,
  account: Account,
  client: SignInClient,
) => Promise<OpenedSession>;

export const createOpenFor =
  ({ sessions, toActor }: { readonly sessions: Sessions; readonly toActor: ToActor }): OpenFor =>
  async (unit, account, client) => {
    const { token, session } = await sessions.open(unit, account, client);
    return { token, actor: toActor(account, toSessionCredential(session)) };
  };

/**
 * Creates the functions for signing in and confirming with a password, and for managing sessions.
 * Source: rules/sign-in.md#sign-in, rules/sign-in.md#confirmation.
 */
export const createPasswordSignIns = ({
  store,
  sessions,
  passwords,
  openFor,
}: PasswordSignInsDeps): PasswordSignIns => {
  const findAccountOf = async (actor: Actor): Promise<Account> => {
    const account = await store.find(accountIdOf(actor));
    if (account === undefined) throw signInFailed();
    return account;
  };

  return {
    async userOf(accountId) {
      const account = await store.find(accountId);
      if (account === undefined) return undefined;
      const { id, name, displayName = "", email = "", role } = account;
      return { id, name, displayName, email, role };
    },

    async openWithPassword(login, password, client) {
      const proved = await passwords.prove(login, password, client);
      return store.transaction(async (unit) => openFor(unit, await unchangedPassword(unit, proved), client));
    },

    async confirmWithPassword(actor, password, client) {
      const digest = sessionOf(actor);
      const account = await findAccountOf(actor);
      await passwords.prove(account.name, password, client, account);
      if (!(await sessions.confirm(digest))) throw new CalendarError("rest_forbidden");
    },

    close: sessions.close,
    sessionsOf: sessions.list,
    endSession: sessions.end,
    endSessions: sessions.endAll,

    async changePassword(actor, { old, password }, client) {
      toValidSignInPassword(password);
      const account = await findAccountOf(actor);
      const proved = await passwords.prove(account.name, old, client, account);
      const signInPassword = await passwords.create(password, proved.id);
      return store.transaction(async (unit) => {
        const changed = revised({ ...(await unchangedPassword(unit, proved)), signInPassword });
        await unit.save(changed);
        await unit.signInRecords.removeAllOf(changed.id);
        return actor.credential?.kind === "session" ? openFor(unit, changed, client) : undefined;
      });
    },
  };
};

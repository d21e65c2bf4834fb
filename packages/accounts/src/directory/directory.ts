import { type Actor, CalendarError, type Clock, invalidParameter, ROLES, type Role } from "@kalends/core";
import type { AccountDirectory, AccountQuery, AccountValues, CredentialScope } from "@kalends/core/accounts";
import { type Account, type AccountRepository, type AccountStore, foldText } from "@kalends/core/storage";
import { generatePassword, type Passwords } from "../passwords/passwords.ts";
import { isLastAdministrator, requireFree, revised, taken, withDisabled } from "./account-changes.ts";
import { createCredentials } from "./credentials.ts";
import { isNewEmail, requireValid, toPlainProfile, toProfile, toSummary, withProfile } from "./profiles.ts";

/**
 * Makes the account `to` the author of all records of the account `from`. Throws `rest_too_many_records`,
 * without a change, if `from` has more than 1,000 records.
 */
export type ReassignRecords = (actor: Actor, from: number, to: number) => Promise<void>;

interface AccountDirectoryDeps {
  readonly store: AccountStore;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly reassign?: ReassignRecords | undefined;
  /**
   * Revokes the credentials that plugins created for callers who used an application password.
   * `credentialId`: id of this password.
   */
  readonly revokeIssued?: ((credentialId: string) => Promise<void>) | undefined;
}

const forbidden = (): CalendarError => new CalendarError("rest_forbidden");

/** True if the first role has more rights than the second. */
const isAbove = (one: Role, other: Role): boolean => ROLES.indexOf(one) < ROLES.indexOf(other);

const toTest = ({ search = "", role, isDisabled }: AccountQuery): ((account: Account) => boolean) => {
  const sought = foldText(search);
  return (account) =>
    (role === undefined || account.role === role) &&
    (isDisabled === undefined || (account.isDisabled ?? false) === isDisabled) &&
    [account.name, account.displayName ?? "", account.email ?? ""].some((text) =>
      foldText(text).includes(sought),
    );
};

/**
 * True if the actor may give the scope to a new credential. A session may give every scope; other credentials
 * may give only their own scopes.
 */
const hasScope = ({ credential }: Actor, scope: CredentialScope): boolean =>
  credential?.kind === "session" ||
  (credential !== undefined && "scopes" in credential && (credential.scopes?.includes(scope) ?? false));

/**
 * Creates the functions with which the REST interface manages accounts.
 * Source: rules/sign-in.md#accounts-over-the-interface.
 */
export const createAccountDirectory = ({
  store,
  clock,
  passwords,
  reassign,
  revokeIssued,
}: AccountDirectoryDeps): AccountDirectory => {
  const credentials = createCredentials({ store, clock, passwords });

  const roleOf = async (accounts: AccountRepository, { id }: Actor): Promise<Role> => {
    const account = id === undefined ? undefined : await accounts.find(id);
    if (account === undefined || account.isDisabled) throw forbidden();
    return account.role;
  };

  /**
   * Throws `rest_forbidden` if one of the roles is above the role of the actor's account, or if that account
   * is disabled or does not exist.
   */
  const requireNoneAbove = async (
    accounts: AccountRepository,
    actor: Actor,
    ...roles: readonly Role[]
  ): Promise<void> => {
    const own = await roleOf(accounts, actor);
    if (roles.some((role) => isAbove(role, own))) throw forbidden();
  };

  const changed = (account: Account, { name, role, isDisabled, ...profile }: AccountValues): Account => ({
    ...withProfile(withDisabled(account, isDisabled ?? account.isDisabled ?? false), profile),
    name: name ?? account.name,
    role: role ?? account.role,
  });

  const removeAccount = (actor: Actor, id: number) =>
    store.transaction(async (accounts) => {
      const account = await accounts.find(id);
      if (account === undefined) return "missing";
      await requireNoneAbove(accounts, actor, account.role);
      if (await isLastAdministrator(accounts, account)) return "last-administrator";
      await accounts.remove(id);
      return account;
    });

  return {
    async list(query) {
      const found = (await store.list()).filter(toTest(query));
      const start = (query.page - 1) * query.perPage;
      return { accounts: found.slice(start, start + query.perPage).map(toSummary), total: found.length };
    },

    async find(id) {
      const account = await store.find(id);
      return account && toSummary(account);
    },

    async create(actor, { name: given, role, ...profile }) {
      const name = given.normalize("NFC");
      const plain = toPlainProfile(profile);
      requireValid({ name, ...plain });
      return store.transaction(async (accounts) => {
        await requireNoneAbove(accounts, actor, role);
        if ((await accounts.findByName(name)) !== undefined) throw taken("name");
        await requireFree(accounts, undefined, { name, ...plain });
        const id = await accounts.ids.next("account");
        const account = { id, name, role, ...toProfile(plain), credentials: [], revision: 1 };
        if (!(await accounts.save(account))) throw taken("name");
        return id;
      });
    },

    async change(actor, id, { name: given, role, isDisabled, ...profile }) {
      const name = given?.normalize("NFC");
      const plain = toPlainProfile(profile);
      requireValid({ name, ...plain });
      return store.transaction(async (accounts) => {
        const account = await accounts.find(id);
        if (account === undefined) return "missing";
        await requireNoneAbove(accounts, actor, account.role, role ?? account.role);
        const isLess = (role !== undefined && role !== account.role) || isDisabled === true;
        if (actor.id === id && isLess) throw forbidden();
        if (isLess && role !== "administrator" && (await isLastAdministrator(accounts, account)))
          return "last-administrator";
        const isNewName = name !== undefined && foldText(name) !== foldText(account.name);
        await requireFree(accounts, id, {
          ...(isNewName && { name }),
          ...(isNewEmail(account, plain) && { email: plain.email }),
        });
        const values = { ...plain, name, role, isDisabled };
        if (!(await accounts.save(revised(changed(account, values))))) throw taken("name");
        if (isDisabled) await accounts.signInRecords.removeAllOf(id);
        // A link in the old mailbox must not work any more, because other people may read that mailbox.
        else if (isNewEmail(account, plain)) await accounts.signInRecords.removeAllOf(id, "link");
        return "done";
      });
    },

    async remove(actor, id, records) {
      if (actor.id === id) throw forbidden();
      const account = await store.find(id);
      if (account === undefined) return "missing";
      if ("author" in records) {
        if (records.author === id) throw invalidParameter("author", { reason: "not-acceptable" });
        if ((await store.find(records.author)) === undefined)
          throw invalidParameter("author", { reason: "unknown-user" });
        await requireNoneAbove(store, actor, account.role);
        if (await isLastAdministrator(store, account)) return "last-administrator";
        if (reassign === undefined) throw forbidden();
        await reassign(actor, id, records.author);
      }
      const removed = await removeAccount(actor, id);
      if (typeof removed === "string") return removed;
      for (const credential of removed.credentials)
        if (credential.kind === "password") await revokeIssued?.(credential.id);
      return "done";
    },

    async issue(actor, kind, { label, scopes }) {
      const { id, scheme, credential } = actor;
      // A credential created with a key or a token would stay valid after the key or token is revoked.
      if (id === undefined || scheme !== undefined || credential?.kind === "token")
        throw new CalendarError("rest_forbidden", { explanation: "no-issuing" });
      if (scopes.some((scope) => !hasScope(actor, scope))) throw forbidden();
      requireValid({ label });
      const values = { label: label.trim(), scopes };
      if (kind === "token") {
        const added = await credentials.addToken(id, values);
        if (added === undefined) throw forbidden();
        return { id: added.id, secret: added.token };
      }
      const password = generatePassword();
      const credentialId = await credentials.addPassword(id, values, password);
      if (credentialId === undefined) throw forbidden();
      return { id: credentialId, secret: password };
    },

    async revoke(id, credentialId) {
      const account = await store.find(id);
      if (!account?.credentials.some((credential) => credential.id === credentialId)) return false;
      const isRevoked = await credentials.revoke(id, credentialId);
      await revokeIssued?.(credentialId);
      return isRevoked;
    },
  };
};

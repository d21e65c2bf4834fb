import type { Actor, Clock, Logger, Role } from "@kalends/core";
import type {
  AccountAdministration,
  AccountDirectory,
  Accounts,
  SignInOrigin,
  SignIns,
} from "@kalends/core/accounts";
import type { Account, AccountStore, StoredCredential } from "@kalends/core/storage";
import { createToActor, toSessionCredential, toUsed } from "./actors.ts";
import { createAccountAdministration, type FirstRun } from "./directory/account-administration.ts";
import { createAccountDirectory, type ReassignRecords } from "./directory/directory.ts";
import { createPasswordCheck, type SignInHistory, type SignInRefusal } from "./passwords/password-check.ts";
import { applicationPasswordsOf, createPasswords, type DeriveKey } from "./passwords/passwords.ts";
import type { QueueLimits } from "./passwords/sign-in-queue.ts";
import { createOneTimeLinks } from "./sign-in/one-time-links.ts";
import { createPasskeys } from "./sign-in/passkeys.ts";
import { createSessions, type SessionLimits } from "./sign-in/sessions.ts";
import { createSignInPasswords } from "./sign-in/sign-in-passwords.ts";
import { createOpenFor, createPasswordSignIns } from "./sign-in/sign-ins.ts";
import { createThrottle } from "./sign-in/throttle.ts";
import { createJwtVerifier, type JwtSettings, looksLikeJwt } from "./tokens/jwt.ts";
import { findToken, readToken } from "./tokens/tokens.ts";
import { problemOf, toPlainPassword } from "./validity.ts";

type Authentication = Awaited<ReturnType<Accounts["authenticate"]>>;

export interface AccountsDeps {
  readonly store: AccountStore;
  readonly clock: Clock;
  /**
   * Logs JWT key sets that cannot be fetched, sign-ins that are refused or follow too many failures, and
   * one-time links that cannot be sent.
   */
  readonly logger?: Logger | undefined;
  /** Record of sign-ins that all processes share. If absent, failed sign-ins are not limited. */
  readonly history?: SignInHistory | undefined;
  /**
   * Called for each attempt with a password, passkey or one-time link that is refused without a check. Must
   * not throw.
   */
  readonly onRefused?: ((reason: SignInRefusal) => void) | undefined;
  /** JWT settings. Without them, no JWT is accepted. */
  readonly jwt?: JwtSettings | undefined;
  /**
   * Roles that may store HTML without filtering; none by default. Source: rules/rights.md#unfiltered-html.
   */
  readonly unfilteredHtml?: readonly Role[] | undefined;
  /** Key derivation function; scrypt by default. */
  readonly deriveKey?: DeriveKey | undefined;
  /** Limits of concurrent and waiting sign-ins; `SIGN_IN_LIMITS` by default. */
  readonly signInLimits?: QueueLimits | undefined;
  /** Limits of sessions; `SESSION_LIMITS` by default. */
  readonly sessionLimits?: SessionLimits | undefined;
  /** Public origin of the sign-in page. Without it, passkeys are off. */
  readonly origin?: SignInOrigin | undefined;
  /**
   * Sends a one-time link to the email address of the account. Called after somebody has requested the link.
   */
  readonly onLinkRequested?: ((account: Account) => Promise<void>) | undefined;
  /**
   * Makes another account the author of all records of an account. If absent, accounts can be deleted only
   * without changing the author of their records.
   */
  readonly reassign?: ReassignRecords | undefined;
  /**
   * Revokes the credentials that plugins created for callers who used an application password.
   * `credentialId`: id of this password.
   */
  readonly revokeIssued?: ((credentialId: string) => Promise<void>) | undefined;
}

/** All functions for the accounts of one store. */
export interface OpenedAccounts extends Accounts, AccountAdministration, FirstRun {
  readonly signIns: SignIns;
  readonly directory: AccountDirectory;
  /** Removes up to `limit` sessions, links and challenges that have expired. Returns their number. */
  removeExpiredSignIns(limit: number): Promise<number>;
}

const FORBIDDEN = { failure: "rest_forbidden" } as const;

/**
 * Creates the account service for a store. Every request reads the account from the store again, so a revoked
 * credential is invalid immediately. Throws an `Error` if the JWT settings are invalid. Source:
 * rules/rights.md#credentials.
 */
export const createAccounts = ({
  store,
  clock,
  logger,
  history,
  onRefused,
  jwt,
  unfilteredHtml = [],
  deriveKey,
  signInLimits,
  sessionLimits,
  origin,
  onLinkRequested,
  reassign,
  revokeIssued,
}: AccountsDeps): OpenedAccounts => {
  const passwords = createPasswords(deriveKey, signInLimits);
  const verifyJwt = jwt && createJwtVerifier(jwt, { clock, logger });
  const checkPassword = createPasswordCheck({ passwords, clock, logger, history, onRefused });
  const sessions = createSessions({ store, clock, limits: sessionLimits });
  const signInPasswords = createSignInPasswords({ store, clock, passwords, check: checkPassword });
  const toActor = createToActor(unfilteredHtml);
  const actorWith = (account: Account, credential: StoredCredential): { readonly actor: Actor } => ({
    actor: toActor(account, toUsed(credential), credential.scopes),
  });
  const findByName = async (name: string): Promise<Account | undefined> =>
    problemOf({ name }) === undefined ? store.findByName(name) : undefined;

  const byPassword = async (name: string, password: string, source: string): Promise<Authentication> => {
    const account = await findByName(name);
    const attempt = {
      ...{ name, source, password: toPlainPassword(password), kind: "application" as const },
      passwords: applicationPasswordsOf(account),
    };
    const right = await checkPassword(attempt, account);
    if (account === undefined) return { failure: "invalid_username" };
    const credential = account.credentials.find(({ id }) => id === right);
    return credential ? actorWith(account, credential) : { failure: "incorrect_password" };
  };

  const byJwt = async (text: string): Promise<Authentication> => {
    const name = await verifyJwt?.(text);
    const account = name === undefined ? undefined : await findByName(name);
    // The look-up ignores case, but the issuer of tokens may treat `ada` and `Ada` as two people.
    return account !== undefined && account.name === name && !account.isDisabled
      ? { actor: toActor(account, { kind: "jwt" }) }
      : FORBIDDEN;
  };

  const byToken = async (text: string): Promise<Authentication> => {
    const token = readToken(text);
    if (token === undefined) return FORBIDDEN;
    const account = await store.findByCredential(token.id);
    const credential = account && findToken(token, account.credentials);
    return account && !account.isDisabled && credential ? actorWith(account, credential) : FORBIDDEN;
  };

  const bySession = async (token: string, isBackground: boolean): Promise<Authentication> => {
    const found = await sessions.find(token, { isBackground });
    return found === undefined
      ? FORBIDDEN
      : { actor: toActor(found.account, toSessionCredential(found.session)) };
  };

  const throttle = createThrottle({ history, onRefused });
  const links = createOneTimeLinks({
    ...{ store, clock, logger, history, throttle, onLinkRequested },
    passwords: signInPasswords,
  });
  const openFor = createOpenFor({ sessions, toActor });
  const signIns: SignIns = {
    ...createPasswordSignIns({ store, sessions, passwords: signInPasswords, openFor }),
    ...createPasskeys({ store, clock, history, throttle, sessions, openFor, origin }),
    ...links,
  };

  return {
    ...createAccountAdministration({ store, clock, passwords, createLink: links.createLink }),
    signIns,
    directory: createAccountDirectory({ store, clock, passwords, reassign, revokeIssued }),
    removeExpiredSignIns: (limit) => store.signInRecords.removeExpired(clock.now(), limit),
    async authenticate(credentials, source) {
      switch (credentials.kind) {
        case "password":
          return byPassword(credentials.name, credentials.password, source);
        case "bearer":
          return looksLikeJwt(credentials.token) ? byJwt(credentials.token) : byToken(credentials.token);
        case "session":
          return bySession(credentials.token, credentials.isBackground);
        case "unreadable":
          return { failure: "incorrect_password" };
      }
    },
    async actorOf(key, credentialId, scopes) {
      const account = typeof key === "number" ? await store.find(key) : await findByName(key);
      const isRevoked =
        credentialId !== undefined && !account?.credentials.some(({ id }) => id === credentialId);
      return account && !account.isDisabled && !isRevoked ? toActor(account, undefined, scopes) : undefined;
    },
    async isAuthor(id) {
      return Number.isSafeInteger(id) && id > 0 && (await store.find(id)) !== undefined;
    },
  };
};

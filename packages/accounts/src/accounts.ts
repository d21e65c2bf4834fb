import { type Actor, type Clock, type Logger, ROLE_CAPABILITIES, ROLES, type Role } from "@kalends/core";
import type { AccountAdministration, Accounts } from "@kalends/core/accounts";
import type { Account, AccountStore, StoredCredential } from "@kalends/core/storage";
import { createAccountAdministration, type FirstRun } from "./account-administration.ts";
import { createJwtVerifier, type JwtSettings, looksLikeJwt } from "./jwt.ts";
import {
  createPasswordCheck,
  type SignIn,
  type SignInHistory,
  type SignInRefusal,
} from "./password-check.ts";
import { createPasswords, type DeriveKey } from "./passwords.ts";
import type { QueueLimits } from "./sign-in-queue.ts";
import { findToken, readToken } from "./tokens.ts";
import { problemOf } from "./validity.ts";

type Authentication = Awaited<ReturnType<Accounts["authenticate"]>>;

export interface AccountsDeps {
  readonly store: AccountStore;
  readonly clock: Clock;
  /** Logs a warning when a JWT key set cannot be fetched and when a sign-in is refused. */
  readonly logger?: Logger | undefined;
  /** History of sign-ins. Without it, failed sign-ins are not limited. */
  readonly history?: SignInHistory | undefined;
  /** Called for each sign-in that is refused without checking its password. Must not throw. */
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
}

const toUsed = (credential: StoredCredential | { readonly kind: "jwt" }): NonNullable<Actor["credential"]> =>
  credential.kind === "jwt"
    ? credential
    : { kind: credential.kind, id: credential.id, label: credential.label };

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
}: AccountsDeps): Accounts & AccountAdministration & FirstRun => {
  const passwords = createPasswords(deriveKey, signInLimits);
  const verifyJwt = jwt && createJwtVerifier(jwt, { clock, logger });
  const checkPassword = createPasswordCheck({ passwords, clock, logger, history, onRefused });
  const capabilities = new Map<Role, Actor["capabilities"]>(
    ROLES.map((role) => {
      const more = unfilteredHtml.includes(role) ? (["unfiltered_html"] as const) : [];
      return [role, new Set([...ROLE_CAPABILITIES[role], ...more])];
    }),
  );

  const toActor = (
    { id, role }: Account,
    credential?: StoredCredential | { readonly kind: "jwt" },
  ): { readonly actor: Actor } => ({
    actor: {
      id,
      capabilities: capabilities.get(role) ?? new Set(),
      ...(credential && { credential: toUsed(credential) }),
    },
  });
  const findByName = async (name: string): Promise<Account | undefined> =>
    problemOf({ name }) === undefined ? store.findByName(name) : undefined;

  const byPassword = async (signIn: SignIn): Promise<Authentication> => {
    const account = await findByName(signIn.name);
    const right = await checkPassword(signIn, account);
    if (account === undefined) return { failure: "invalid_username" };
    const credential = account.credentials.find(({ id }) => id === right);
    return credential ? toActor(account, credential) : { failure: "incorrect_password" };
  };

  const byJwt = async (text: string): Promise<Authentication> => {
    const name = await verifyJwt?.(text);
    const account = name === undefined ? undefined : await findByName(name);
    // `findByName` ignores case, but the issuer of the token may treat `ada` and `Ada` as two people.
    return account !== undefined && account.name === name ? toActor(account, { kind: "jwt" }) : FORBIDDEN;
  };

  const byToken = async (text: string): Promise<Authentication> => {
    const token = readToken(text);
    if (token === undefined) return FORBIDDEN;
    const account = await store.findByCredential(token.id);
    const credential = account && findToken(token, account.credentials);
    return account && credential ? toActor(account, credential) : FORBIDDEN;
  };

  return {
    ...createAccountAdministration({ store, clock, passwords }),
    async authenticate(credentials, source) {
      switch (credentials.kind) {
        case "password":
          return byPassword({ ...credentials, source });
        case "bearer":
          return looksLikeJwt(credentials.token) ? byJwt(credentials.token) : byToken(credentials.token);
        case "session":
          return FORBIDDEN;
        case "unreadable":
          return { failure: "incorrect_password" };
      }
    },
    async actorOf(key, credentialId) {
      const account = typeof key === "number" ? await store.find(key) : await findByName(key);
      const isRevoked =
        credentialId !== undefined && !account?.credentials.some(({ id }) => id === credentialId);
      return account && !isRevoked ? toActor(account).actor : undefined;
    },
    async isAuthor(id) {
      return Number.isSafeInteger(id) && id > 0 && (await store.find(id)) !== undefined;
    },
  };
};

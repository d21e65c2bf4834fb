import {
  type Account,
  type Accounts,
  type Actor,
  type Authentication,
  type Capability,
  type Clock,
  ROLE_CAPABILITIES,
  ROLES,
  type Role,
  type Store,
} from "@kalends/core";
import { type CredentialMemory, createCredentialMemory } from "./credential-memory.ts";
import { looksLikeJwt, type VerifyJwt } from "./jwt.ts";
import { nameProblem } from "./names.ts";
import type { Passwords } from "./passwords.ts";
import { isToken, readToken } from "./tokens.ts";

export interface AuthenticationDeps {
  readonly store: Pick<Store, "accounts">;
  readonly clock: Clock;
  readonly passwords: Passwords;
  /** Left out, no JWT is accepted. */
  readonly verifyJwt?: VerifyJwt | undefined;
  /** Roles whose texts are stored as they are. Source: 90-decisions P21. */
  readonly unfilteredHtml: readonly Role[];
}

const FORBIDDEN: Authentication = { failure: "rest_forbidden" };

/** Answers once for all who ask the same at the same time: a burst of requests of one client costs one scrypt. */
const createSharedAnswers = () => {
  const pending = new Map<string, Promise<boolean>>();
  return (key: string, ask: () => Promise<boolean>): Promise<boolean> => {
    const asked = pending.get(key) ?? ask().finally(() => pending.delete(key));
    pending.set(key, asked);
    return asked;
  };
};

const createPasswordCheck = (passwords: Passwords, memory: CredentialMemory) => {
  const share = createSharedAnswers();
  return async (account: Account, password: string): Promise<boolean> => {
    const key = memory.keyOf(account, password);
    if (memory.has(key)) return true;
    const isRight = await share(key, () => passwords.verify(password, account));
    if (isRight) memory.add(key);
    return isRight;
  };
};

/**
 * Says who a request comes from. The account is read for each request, so what is revoked is void at once. Rejects with
 * `rest_storage_unavailable` while too many passwords are being checked.
 */
export const createAuthentication = ({
  store,
  clock,
  passwords,
  verifyJwt,
  unfilteredHtml,
}: AuthenticationDeps): Accounts => {
  const capabilities = new Map<Role, ReadonlySet<Capability>>(
    ROLES.map((role) => [
      role,
      new Set([
        ...ROLE_CAPABILITIES[role],
        ...(unfilteredHtml.includes(role) ? (["unfiltered_html"] as const) : []),
      ]),
    ]),
  );
  const isRightPassword = createPasswordCheck(passwords, createCredentialMemory({ clock }));

  const toActor = ({ id, role }: Account): { readonly actor: Actor } => ({
    actor: { id, capabilities: capabilities.get(role) ?? new Set() },
  });
  const findByName = async (name: string): Promise<Account | undefined> =>
    nameProblem(name) === undefined ? store.accounts.findByName(name) : undefined;

  const byPassword = async (name: string, password: string): Promise<Authentication> => {
    const account = await findByName(name);
    if (account === undefined) {
      await passwords.verify(password, undefined);
      return { failure: "invalid_username" };
    }
    return (await isRightPassword(account, password)) ? toActor(account) : { failure: "incorrect_password" };
  };

  const byJwt = async (text: string): Promise<Authentication> => {
    const name = await verifyJwt?.(text);
    const account = name === undefined ? undefined : await findByName(name);
    return account ? toActor(account) : FORBIDDEN;
  };

  const byToken = async (text: string): Promise<Authentication> => {
    const token = readToken(text);
    if (token === undefined) return FORBIDDEN;
    const account = await store.accounts.findByCredential(token.id);
    return account && isToken(token, account.credentials) ? toActor(account) : FORBIDDEN;
  };

  return {
    async authenticate(credentials) {
      switch (credentials.kind) {
        case "password":
          return byPassword(credentials.name, credentials.password);
        case "bearer":
          return looksLikeJwt(credentials.token) ? byJwt(credentials.token) : byToken(credentials.token);
        case "unreadable":
          return { failure: "incorrect_password" };
      }
    },
    async isAuthor(id) {
      return Number.isSafeInteger(id) && id > 0 && (await store.accounts.find(id)) !== undefined;
    },
  };
};

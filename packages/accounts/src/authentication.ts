import {
  type Account,
  type AccountRepository,
  type Accounts,
  type Actor,
  type Authentication,
  type Capability,
  type Clock,
  type Logger,
  ROLE_CAPABILITIES,
  ROLES,
  type Role,
} from "@kalends/core";
import { looksLikeJwt, type VerifyJwt } from "./jwt.ts";
import { nameProblem } from "./names.ts";
import { type Attempt, createPasswordCheck } from "./password-check.ts";
import type { Passwords } from "./passwords.ts";
import { isToken, readToken } from "./tokens.ts";

export interface AuthenticationDeps {
  readonly store: AccountRepository;
  readonly clock: Clock;
  readonly logger?: Logger | undefined;
  readonly passwords: Passwords;
  /** Left out, no JWT is accepted. */
  readonly verifyJwt?: VerifyJwt | undefined;
  /** Roles whose texts are stored as they are. Source: 90-decisions P21. */
  readonly unfilteredHtml: readonly Role[];
}

const FORBIDDEN: Authentication = { failure: "rest_forbidden" };

/**
 * Says who a request comes from. The account is read for each request, so what is revoked is void at once. Rejects with
 * `rest_storage_unavailable` while too many passwords are being checked.
 */
export const createAuthentication = ({
  store,
  clock,
  logger,
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
  const isRightPassword = createPasswordCheck({ passwords, clock, logger });

  const toActor = ({ id, role }: Account): { readonly actor: Actor } => ({
    actor: { id, capabilities: capabilities.get(role) ?? new Set() },
  });
  const findByName = async (name: string): Promise<Account | undefined> =>
    nameProblem(name) === undefined ? store.findByName(name) : undefined;

  const byPassword = async (attempt: Attempt): Promise<Authentication> => {
    const account = await findByName(attempt.name);
    const isRight = await isRightPassword(attempt, account);
    if (account === undefined) return { failure: "invalid_username" };
    return isRight ? toActor(account) : { failure: "incorrect_password" };
  };

  const byJwt = async (text: string): Promise<Authentication> => {
    const name = await verifyJwt?.(text);
    const account = name === undefined ? undefined : await findByName(name);
    // Names are found folded, but to whoever signs tokens `ada` and `Ada` may be two people.
    return account !== undefined && account.name === name ? toActor(account) : FORBIDDEN;
  };

  const byToken = async (text: string): Promise<Authentication> => {
    const token = readToken(text);
    if (token === undefined) return FORBIDDEN;
    const account = await store.findByCredential(token.id);
    return account && isToken(token, account.credentials) ? toActor(account) : FORBIDDEN;
  };

  return {
    async authenticate(credentials, source) {
      switch (credentials.kind) {
        case "password":
          return byPassword({ ...credentials, source });
        case "bearer":
          return looksLikeJwt(credentials.token) ? byJwt(credentials.token) : byToken(credentials.token);
        case "unreadable":
          return { failure: "incorrect_password" };
      }
    },
    async isAuthor(id) {
      return Number.isSafeInteger(id) && id > 0 && (await store.find(id)) !== undefined;
    },
  };
};

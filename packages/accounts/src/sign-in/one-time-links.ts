import { CalendarError, type Clock, type Logger, toNetwork } from "@kalends/core";
import type { SignIns } from "@kalends/core/accounts";
import { type Account, type AccountStore, foldText } from "@kalends/core/storage";
import { revised } from "../directory/account-changes.ts";
import type { SignInHistory } from "../passwords/password-check.ts";
import { createSecret, digestOfGiven } from "../tokens/secrets.ts";
import { toValidSignInPassword } from "../validity.ts";
import type { SignInPasswords } from "./sign-in-passwords.ts";
import type { Throttle } from "./throttle.ts";

const LIFETIME = 72 * 60 * 60_000;

/** Account name under which failures with wrong links are counted. No account can have this name. */
const COUNTED_AS = "link:";

interface OneTimeLinksDeps {
  readonly store: AccountStore;
  readonly clock: Clock;
  readonly logger?: Logger | undefined;
  readonly history?: SignInHistory | undefined;
  readonly throttle: Throttle;
  readonly passwords: SignInPasswords;
  /**
   * Sends a one-time link to the email address of the account. Called after somebody has requested the link.
   */
  readonly onLinkRequested?: ((account: Account) => Promise<void>) | undefined;
}

/**
 * Creates the functions for one-time links, with which people set the sign-in password of their account.
 * Source: rules/sign-in.md#one-time-links.
 */
export const createOneTimeLinks = ({
  store,
  clock,
  logger,
  history,
  throttle,
  passwords,
  onLinkRequested,
}: OneTimeLinksDeps): Pick<SignIns, "createLink" | "useLink" | "requestLink"> => {
  const findLink = async (token: string) => {
    const digest = digestOfGiven(token);
    const link = digest === undefined ? undefined : await store.signInRecords.find("link", digest);
    return link !== undefined && clock.now() < link.expires ? link : undefined;
  };

  const findRequested = async (login: string): Promise<Account | undefined> => {
    const account = await passwords.findAccount(login);
    return account?.email === undefined || account.isDisabled ? undefined : account;
  };

  /**
   * Sends a link to the account with this login. Always writes to the store twice, even if no account has the
   * login. The next response may wait for these writes, and its duration must not reveal which accounts
   * exist.
   */
  const sendLink = async (login: string): Promise<void> => {
    const account = await findRequested(login);
    const seconds = await history?.requests.add("mail", foldText(account?.email ?? login));
    if (account === undefined || seconds !== undefined)
      await history?.requests.add("mail", createSecret().digest);
    else await onLinkRequested?.(account);
  };

  return {
    createLink: (accountId, purpose) =>
      store.transaction(async (unit) => {
        const account = await unit.find(accountId);
        if (account === undefined || account.isDisabled) return undefined;
        const { secret: token, digest } = createSecret();
        const created = clock.now();
        const expires = created + LIFETIME;
        await unit.signInRecords.removeAllOf(accountId, "link");
        await unit.signInRecords.save({ kind: "link", digest, accountId, purpose, created, expires });
        return { token, expires };
      }),

    async useLink(token, password, { source }) {
      toValidSignInPassword(password);
      await throttle.refuseBlocked(COUNTED_AS, source);
      const link = await findLink(token);
      if (link === undefined) {
        await throttle.countFailure(COUNTED_AS, source);
        throw new CalendarError("rest_link_expired");
      }
      const { accountId, digest } = link;
      const signInPassword = await passwords.create(password, accountId);
      await store.transaction(async (unit) => {
        // Only one of several concurrent uses removes the link; the others fail.
        const isUsable = await unit.signInRecords.remove("link", digest);
        const account = await unit.find(accountId);
        if (!isUsable || account === undefined || account.isDisabled)
          throw new CalendarError("rest_link_expired");
        await unit.save(revised({ ...account, signInPassword }));
        await unit.signInRecords.removeAllOf(accountId);
      });
    },

    async requestLink(login, { source }) {
      const seconds = await history?.requests.add("link", toNetwork(source));
      if (seconds !== undefined) throw new CalendarError("rest_too_many_requests", { retryAfter: seconds });
      // The response must not depend on the account, not even in time.
      setImmediate(
        () =>
          void sendLink(login).catch((error: unknown) =>
            logger?.error("a requested link could not be prepared", { error }),
          ),
      );
    },
  };
};

import {
  type Actor,
  CalendarError,
  type Clock,
  invalidParameter,
  type JsonObject,
  toNetwork,
} from "@kalends/core";
import {
  MAX_PASSKEYS,
  type PasskeyCeremony,
  type PasskeyInfo,
  type SignInOrigin,
  type SignIns,
} from "@kalends/core/accounts";
import type { Account, AccountStore, Passkey } from "@kalends/core/storage";
import { revised } from "../directory/account-changes.ts";
import { requireValid } from "../directory/profiles.ts";
import type { SignInHistory } from "../passwords/password-check.ts";
import { createChallenges } from "./challenges.ts";
import { createPasskeyCeremonies, type PasskeyCeremonies } from "./passkey-ceremonies.ts";
import type { Sessions } from "./sessions.ts";
import { signInFailed } from "./sign-in-passwords.ts";
import { accountIdOf, type OpenFor, sessionOf } from "./sign-ins.ts";
import type { Throttle } from "./throttle.ts";

type PasskeySignIns = Pick<
  SignIns,
  | "hasPasskeys"
  | "passkeysOf"
  | "beginRegistration"
  | "finishRegistration"
  | "renamePasskey"
  | "removePasskey"
  | "beginPasskeySignIn"
  | "openWithPasskey"
  | "beginConfirmation"
  | "confirmWithPasskey"
>;

interface PasskeysDeps {
  readonly store: AccountStore;
  readonly clock: Clock;
  readonly history?: SignInHistory | undefined;
  readonly throttle: Throttle;
  readonly sessions: Sessions;
  readonly openFor: OpenFor;
  /** Public origin of the sign-in page. Without it, passkeys are off. */
  readonly origin?: SignInOrigin | undefined;
}

/** Account name under which failures with wrong passkeys are counted. No account can have this name. */
const COUNTED_AS = "passkey:";

const toInfo = ({ id, name, createdUtc, usedUtc }: Passkey): PasskeyInfo => ({
  ...{ id, name, createdUtc },
  ...(usedUtc !== undefined && { usedUtc }),
});

const tooMany = (): CalendarError => {
  const text = `An account has at most ${MAX_PASSKEYS} passkeys. Remove one of them first.`;
  return new CalendarError("rest_limit_reached", { maximum: MAX_PASSKEYS, text }, { message: text });
};

const notAcceptable = (): CalendarError => invalidParameter("response", { reason: "not-acceptable" });

/**
 * Creates the functions that register, use and manage the passkeys of accounts.
 * Source: rules/sign-in.md#passkeys.
 */
export const createPasskeys = ({
  store,
  clock,
  history,
  throttle,
  sessions,
  openFor,
  origin,
}: PasskeysDeps): PasskeySignIns => {
  const challenges = createChallenges({ store, clock });
  const known = origin && createPasskeyCeremonies(origin, clock);

  const ceremonies = (): PasskeyCeremonies => {
    if (known === undefined) throw new CalendarError("rest_forbidden");
    return known;
  };

  const accountOf = async (actor: Actor): Promise<Account> => {
    const account = await store.find(accountIdOf(actor));
    if (account === undefined) throw new CalendarError("rest_forbidden");
    return account;
  };

  /**
   * Replaces the passkeys of an account with the result of `change`. Returns false, without a change, if
   * `change` returns `undefined` or the account does not exist.
   */
  const changePasskeys = (
    accountId: number,
    change: (passkeys: readonly Passkey[]) => readonly Passkey[] | undefined,
  ): Promise<boolean> =>
    store.transaction(async (unit) => {
      const account = await unit.find(accountId);
      const passkeys = account && change(account.passkeys ?? []);
      return account !== undefined && passkeys !== undefined && unit.save(revised({ ...account, passkeys }));
    });

  const passkeyIn = (account: Account | undefined, response: JsonObject): Passkey | undefined =>
    account?.isDisabled ? undefined : account?.passkeys?.find(({ id }) => id === response.id);

  /**
   * Verifies that a passkey of the account has signed the challenge. Returns the account, and the passkey
   * with its new counter. Returns `undefined` if the response is not valid, the challenge or passkey is
   * unknown, or the account is disabled or missing.
   */
  const prove = async (
    response: JsonObject,
    challengeDigest: string | undefined,
    account: Account | undefined,
  ): Promise<{ readonly account: Account; readonly used: Passkey } | undefined> => {
    const passkey = passkeyIn(account, response);
    if (challengeDigest === undefined || account === undefined || passkey === undefined) return undefined;
    const used = await ceremonies().verifyAuthentication(response, challengeDigest, passkey);
    return used && { account, used };
  };

  /**
   * Returns the account with the new state of the passkey that was used. Throws `rest_sign_in_failed` if the
   * passkey was removed or its counter has changed meanwhile, or if the account is disabled or missing.
   */
  const withUse = (account: Account | undefined, old: Passkey | undefined, used: Passkey): Account => {
    const current = account?.passkeys?.find(({ id }) => id === used.id);
    if (account === undefined || account.isDisabled || current?.counter !== old?.counter)
      throw signInFailed();
    const passkeys = account.passkeys?.map((one) =>
      one.id === used.id ? { ...one, ...used, name: one.name } : one,
    );
    return revised({ ...account, ...(passkeys && { passkeys }) });
  };

  const failed = async (source: string): Promise<CalendarError> => {
    await throttle.countFailure(COUNTED_AS, source);
    return signInFailed();
  };

  return {
    hasPasskeys: known !== undefined,

    async passkeysOf(accountId) {
      return ((await store.find(accountId))?.passkeys ?? []).map(toInfo);
    },

    async beginRegistration(actor): Promise<PasskeyCeremony> {
      const { registrationOptions } = ceremonies();
      const session = sessionOf(actor);
      const account = await accountOf(actor);
      if ((account.passkeys ?? []).length >= MAX_PASSKEYS) throw tooMany();
      const owner = { accountId: account.id, session };
      const { challenge, id: challengeId } = await challenges.create("register", owner);
      return { challengeId, options: await registrationOptions(account, challenge) };
    },

    async finishRegistration(actor, given, challengeId, response) {
      const { verifyRegistration } = ceremonies();
      const name = given.trim().normalize("NFC");
      requireValid({ label: name });
      const digest = await challenges.take(challengeId, "register", sessionOf(actor));
      const found = digest === undefined ? undefined : await verifyRegistration(response, digest);
      if (found === undefined) throw notAcceptable();
      const passkey: Passkey = { ...found, name };
      await store.transaction(async (unit) => {
        const account = await unit.find(accountIdOf(actor));
        if (account === undefined || account.isDisabled) throw new CalendarError("rest_forbidden");
        const { passkeys = [] } = account;
        if (passkeys.length >= MAX_PASSKEYS) throw tooMany();
        if ((await unit.findByPasskey(passkey.id)) !== undefined) throw notAcceptable();
        await unit.save(revised({ ...account, passkeys: [...passkeys, passkey] }));
      });
      return toInfo(passkey);
    },

    async renamePasskey(accountId, id, given) {
      const name = given.trim().normalize("NFC");
      requireValid({ label: name });
      return changePasskeys(accountId, (passkeys) =>
        passkeys.some((one) => one.id === id)
          ? passkeys.map((one) => (one.id === id ? { ...one, name } : one))
          : undefined,
      );
    },

    removePasskey: (accountId, id) =>
      changePasskeys(accountId, (passkeys) => {
        const kept = passkeys.filter((one) => one.id !== id);
        return kept.length < passkeys.length ? kept : undefined;
      }),

    async beginPasskeySignIn({ source }) {
      const { authenticationOptions } = ceremonies();
      await throttle.refuseBlocked(COUNTED_AS, source);
      const seconds = await history?.requests.add("challenge", toNetwork(source));
      if (seconds !== undefined) throw new CalendarError("rest_too_many_requests", { retryAfter: seconds });
      const { challenge, id: challengeId } = await challenges.create("sign-in");
      return { challengeId, options: await authenticationOptions(challenge) };
    },

    async openWithPasskey(challengeId, response, client) {
      ceremonies();
      await throttle.refuseBlocked(COUNTED_AS, client.source);
      const digest = await challenges.take(challengeId, "sign-in");
      const account = typeof response.id === "string" ? await store.findByPasskey(response.id) : undefined;
      const proved = await prove(response, digest, account);
      if (proved === undefined) throw await failed(client.source);
      return store.transaction(async (unit) => {
        const old = passkeyIn(proved.account, response);
        const changed = withUse(await unit.find(proved.account.id), old, proved.used);
        await unit.save(changed);
        return openFor(unit, changed, client);
      });
    },

    async beginConfirmation(actor) {
      const { authenticationOptions } = ceremonies();
      const session = sessionOf(actor);
      const account = await accountOf(actor);
      const owner = { accountId: account.id, session };
      const { challenge, id: challengeId } = await challenges.create("confirm", owner);
      return { challengeId, options: await authenticationOptions(challenge, account.passkeys) };
    },

    async confirmWithPasskey(actor, challengeId, response, { source }) {
      ceremonies();
      const session = sessionOf(actor);
      await throttle.refuseBlocked(COUNTED_AS, source);
      const digest = await challenges.take(challengeId, "confirm", session);
      const proved = await prove(response, digest, await accountOf(actor));
      if (proved === undefined) throw await failed(source);
      await store.transaction(async (unit) => {
        const old = passkeyIn(proved.account, response);
        await unit.save(withUse(await unit.find(proved.account.id), old, proved.used));
      });
      if (!(await sessions.confirm(session))) throw new CalendarError("rest_forbidden");
    },
  };
};

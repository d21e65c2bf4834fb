import { isCalendarError, type Logger, toNetwork } from "@kalends/core";
import type { SignInClient, SignIns } from "@kalends/core/accounts";
import type { AccountStore } from "@kalends/core/storage";
import type { FixedWindow } from "../limits/fixed-window.ts";
import type { AccountAudit } from "./account-audit.ts";

interface RefusedSignInsDeps {
  readonly audit: AccountAudit;
  readonly accounts: Pick<AccountStore, "findByName" | "findByEmail">;
  /** Counts refused sign-ins by account and network. */
  readonly refusals: Pick<FixedWindow, "add">;
  readonly logger: Pick<Logger, "error">;
}

/**
 * Record id for refused sign-ins whose account is not known, such as sign-ins with an unknown name or with a
 * passkey.
 */
const UNKNOWN = 0;

/**
 * Wraps sign-ins to record refused sign-ins, confirmations and password changes in the audit log: at most one
 * an hour for each account and network. Typed names are not stored, because people sometimes type their
 * password in the field for the name.
 * Source: rules/sign-in.md#sign-in-audit.
 */
export const withRefusedSignIns = (
  signIns: SignIns,
  { audit, accounts, refusals, logger }: RefusedSignInsDeps,
): SignIns => {
  const accountOf = async (login: string): Promise<number> => {
    const named = await accounts.findByName(login);
    if (named !== undefined) return named.id;
    const [found, ...others] = await accounts.findByEmail(login);
    return found === undefined || others.length > 0 ? UNKNOWN : found.id;
  };

  const record = async (find: () => Promise<number>, { source }: SignInClient): Promise<void> => {
    const recordId = await find();
    const { points } = await refusals.add(JSON.stringify([recordId, toNetwork(source)]));
    if (points === 1) await audit.note({ kind: "session", action: "refused", recordId });
  };

  const recording = async <T>(
    work: Promise<T>,
    client: SignInClient,
    find: () => Promise<number>,
  ): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      // Record the event later: the time of the response must not depend on whether the account exists.
      if (isCalendarError(error) && error.code === "rest_sign_in_failed")
        setImmediate(
          () =>
            void record(find, client).catch((failure: unknown) =>
              logger.error("a refused sign-in is missing in the audit log", { error: failure }),
            ),
        );
      throw error;
    }
  };

  return {
    ...signIns,
    openWithPassword: (login, password, client) =>
      recording(signIns.openWithPassword(login, password, client), client, () => accountOf(login)),
    openWithPasskey: (challengeId, response, client) =>
      recording(signIns.openWithPasskey(challengeId, response, client), client, async () => UNKNOWN),
    confirmWithPassword: (actor, password, client) =>
      recording(
        signIns.confirmWithPassword(actor, password, client),
        client,
        async () => actor.id ?? UNKNOWN,
      ),
    confirmWithPasskey: (actor, challengeId, response, client) =>
      recording(
        signIns.confirmWithPasskey(actor, challengeId, response, client),
        client,
        async () => actor.id ?? UNKNOWN,
      ),
    changePassword: (actor, passwords, client) =>
      recording(signIns.changePassword(actor, passwords, client), client, async () => actor.id ?? UNKNOWN),
  };
};

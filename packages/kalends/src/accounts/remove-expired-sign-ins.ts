import type { RunLeased } from "@kalends/core/interface";
import type { AccountStore } from "@kalends/core/storage";
import type { ConfiguredAccounts } from "../hosting/configured-accounts.ts";

/**
 * Removes sessions, one-time links and challenges that have expired. Only one process of an installation does
 * this at a time.
 */
export type RemoveExpiredSignIns = (isStopped?: () => boolean) => Promise<void>;

interface RemoveExpiredSignInsDeps {
  /** Absent if a host application manages the users. */
  readonly accountStore: AccountStore | undefined;
  readonly accounts: Pick<ConfiguredAccounts, "removeExpiredSignIns">;
  readonly runLeased: RunLeased;
}

/** Maximum number of records to remove in one write. Other writers may wait for the write. */
const SLICE = 100;

/**
 * Creates the function that removes expired sessions, one-time links and challenges.
 * Source: rules/sign-in.md#sessions.
 */
export const createRemoveExpiredSignIns =
  (deps: RemoveExpiredSignInsDeps): RemoveExpiredSignIns =>
  async (isStopped) => {
    if (deps.accountStore === undefined) return;
    const { accounts, runLeased } = deps;
    await runLeased(
      "calendar/sign-in-records",
      async ({ isStopping }) => {
        while (!isStopping() && (await accounts.removeExpiredSignIns(SLICE)) === SLICE);
      },
      { isStopped },
    );
  };

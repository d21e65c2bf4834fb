import { CalendarError } from "../errors.ts";
import type { WorkAccount } from "../rights/actor.ts";

/** Work units that an account may use per minute: about three seconds of computing. */
const PER_MINUTE = 3_000_000;
const PER_MILLISECOND = PER_MINUTE / 60_000;
/** If more accounts than this are in memory, those whose used work is back to 0 are removed. */
const MAX_IDLE = 1000;

/** Work that each account has used. The used amount decreases at a constant rate. */
export interface WorkBudgets {
  spend(account: WorkAccount, work: number): void;
  /** Returns the number of milliseconds until the account may use more work; 0 if it may now. */
  wait(account: WorkAccount): number;
  /** Throws `rest_too_many_requests` if the account may not use more work now. */
  check(account: WorkAccount): void;
}

interface Spent {
  readonly work: number;
  /**
   * Time in milliseconds at which `work` was the used amount. The used amount has decreased since this time.
   */
  readonly at: number;
}

export const createWorkBudgets = (now: () => number): WorkBudgets => {
  const accounts = new Map<WorkAccount, Spent>();
  const leftOf = (spent: Spent | undefined, at: number): number =>
    spent === undefined ? 0 : Math.max(0, spent.work - (at - spent.at) * PER_MILLISECOND);
  const forget = (at: number): void => {
    for (const [account, spent] of accounts) if (leftOf(spent, at) === 0) accounts.delete(account);
  };
  const wait: WorkBudgets["wait"] = (account) => {
    const excess = leftOf(accounts.get(account), now()) - PER_MINUTE;
    return excess < 0 ? 0 : Math.max(1, Math.ceil(excess / PER_MILLISECOND));
  };
  return {
    spend(account, work) {
      if (account === undefined) return;
      const at = now();
      if (accounts.size > MAX_IDLE) forget(at);
      accounts.set(account, { work: leftOf(accounts.get(account), at) + work, at });
    },
    wait,
    check(account) {
      const milliseconds = wait(account);
      if (milliseconds > 0)
        throw new CalendarError("rest_too_many_requests", { retryAfter: Math.ceil(milliseconds / 1000) });
    },
  };
};

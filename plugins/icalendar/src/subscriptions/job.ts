import { createFairLimiter, isStorageFailure, type Job } from "@kalends/core/plugin";
import type { IcalendarDeps } from "../services.ts";
import { runSubscription } from "./run-subscription.ts";
import type { FoundSubscription } from "./subscriptions.ts";

/** Maximum number of calendars that are read concurrently, in total and for one user. */
const AT_ONCE = { capacity: 4, perKey: 2 };
/** Milliseconds after the start of a run. Calendars that have not started by then wait for the next run. */
const LAST_BEGIN = 60_000;

/**
 * Returns the time at which a calendar of each user was last read. The user who has waited longest comes
 * first, however many slow calendars others have.
 */
const latestLooks = (all: readonly FoundSubscription[]): ReadonlyMap<number | undefined, number> => {
  const latest = new Map<number | undefined, number>();
  for (const {
    value: { account, checked = 0 },
  } of all)
    latest.set(account, Math.max(latest.get(account) ?? 0, checked));
  return latest;
};

/**
 * Creates the job that reads due calendars, several concurrently. Users take turns; for each user, the
 * calendar that has waited longest comes first.
 */
export const createSubscriptionJob = (deps: IcalendarDeps): Job => ({
  name: "calendar-subscriptions",
  everySeconds: 30,
  once: "installation",
  async run({ isStopping }) {
    const { clock, logger } = deps;
    const began = clock.now();
    const limiter = createFairLimiter<number | undefined>(AT_ONCE);
    let isAway = false;
    const look = async ({ id }: FoundSubscription): Promise<void> => {
      if (isAway || isStopping() || clock.now() - began > LAST_BEGIN) return;
      try {
        await runSubscription(id, deps, { isStopping });
      } catch (error) {
        // If the storage is unavailable or the calendar closes, the other runs would fail too.
        isAway ||= isStorageFailure(error);
        logger.error("A calendar subscription failed", {
          subscription: id,
          error: String(error),
        });
      }
    };
    const all = await deps.subscriptions.list();
    const latest = latestLooks(all);
    const lastOf = ({ value }: FoundSubscription): number => latest.get(value.account) ?? 0;
    const due = all
      .filter(({ value }) => value.enabled && value.due <= began)
      .toSorted((one, other) => lastOf(one) - lastOf(other) || one.value.due - other.value.due);
    await Promise.all(due.map((each) => limiter.run(each.value.account, () => look(each))));
  },
});

import { createFairLimiter, isStorageFailure, type Job } from "@kalends/core/plugin";
import type { IcalendarDeps } from "../services.ts";
import { runSubscription } from "./run-subscription.ts";
import type { FoundSubscription } from "./subscriptions.ts";

/** Calendars that are read side by side, and those of one user. */
const AT_ONCE = { capacity: 4, perKey: 2 };
/** Milliseconds: a calendar that has not begun by then waits for the next run, with those that are due by then. */
const LAST_BEGIN = 60_000;

/** When a calendar of each user was looked at last: who has waited longest begins, however many slow ones others have. */
const latestLooks = (all: readonly FoundSubscription[]): ReadonlyMap<number | undefined, number> => {
  const latest = new Map<number | undefined, number>();
  for (const {
    value: { account, checked = 0 },
  } of all)
    latest.set(account, Math.max(latest.get(account) ?? 0, checked));
  return latest;
};

/** Looks at the calendars that are due, a few side by side: the users take turns, and of each the one that has waited longest is first. */
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
        // The storage is away, or the calendar closes: the others would fail, too.
        isAway ||= isStorageFailure(error);
        logger.error("A subscribed calendar could not be taken over", {
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

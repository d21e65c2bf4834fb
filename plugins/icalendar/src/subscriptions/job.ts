import { isStorageFailure, type Job } from "@kalends/core/plugin";
import type { IcalendarDeps } from "../services.ts";
import { runSubscription } from "./run-subscription.ts";
import type { FoundSubscription } from "./subscriptions.ts";

/** Maximum number of calendars that are read concurrently, in total and per user. */
const [AT_ONCE, AT_ONCE_OF_USER] = [4, 2];
/** Interval in milliseconds at which the job checks for newly due calendars while it reads others. */
const PAUSE = 1000;

type User = number | undefined;

/**
 * Returns for each user the last time at which one of the user's calendars was read. The user with the
 * earliest time is next, so users with many calendars do not delay others.
 */
const latestRuns = (all: readonly FoundSubscription[]): ReadonlyMap<User, number> => {
  const latest = new Map<User, number>();
  for (const {
    value: { account, checked = 0 },
  } of all)
    latest.set(account, Math.max(latest.get(account) ?? 0, checked));
  return latest;
};

/** Returns the due calendars in the order in which they are read. */
const dueAmong = (all: readonly FoundSubscription[], now: number): readonly FoundSubscription[] => {
  const latest = latestRuns(all);
  const lastOf = ({ value }: FoundSubscription): number => latest.get(value.account) ?? 0;
  return all
    .filter(({ value }) => value.enabled && value.due <= now)
    .toSorted((one, other) => lastOf(one) - lastOf(other) || one.value.due - other.value.due);
};

/** Resolves when one of the promises resolves, at the latest after `PAUSE`. */
const firstOf = async (looks: Iterable<Promise<void>>): Promise<void> => {
  let cancel = (): void => {};
  const pause = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PAUSE);
    cancel = () => clearTimeout(timer);
  });
  await Promise.race([...looks, pause]).finally(() => cancel());
};

/**
 * Creates the job that reads due calendars, several of them concurrently. Users take turns. For each user,
 * the calendar that has been due for longest comes first. A calendar that becomes due while slow ones are
 * read is started in the same run. The run ends when no calendar is being read.
 */
export const createSubscriptionJob = (deps: IcalendarDeps): Job => ({
  name: "calendar-subscriptions",
  everySeconds: 30,
  once: "installation",
  async run({ isStopping }) {
    const { clock, logger } = deps;
    const looks = new Map<number, { readonly user: User; readonly isOver: Promise<void> }>();
    /**
     * Due time of each calendar that this run has started. If the due time is still the same after reading,
     * the run does not start the calendar again.
     */
    const begun = new Map<number, number>();
    let isAway = false;

    const countOf = (user: User): number =>
      [...looks.values()].filter((runOne) => runOne.user === user).length;
    /**
     * True if another calendar of a user may be read now. `own` is the number of calendars of this user that
     * are being read. The last of the `AT_ONCE` reads is reserved for users without a current read.
     */
    const hasPlace = (own: number): boolean => {
      const free = AT_ONCE - looks.size;
      return own === 0 ? free > 0 : own < AT_ONCE_OF_USER && free > 1;
    };
    const runOne = async (id: number): Promise<void> => {
      try {
        await runSubscription(id, deps, { isStopping });
      } catch (error) {
        // If the storage is unavailable or the calendar is closing, all other reads would fail too. No more
        // reads are started.
        isAway ||= isStorageFailure(error);
        logger.error("A calendar subscription failed", {
          subscription: id,
          error: String(error),
        });
      } finally {
        looks.delete(id);
      }
    };
    const beginDue = async (): Promise<void> => {
      if (isAway || isStopping()) return;
      const due = dueAmong(await deps.subscriptions.list(), clock.now());
      for (const isFirst of [true, false])
        for (const { id, value } of due) {
          const own = countOf(value.account);
          if ((own === 0) !== isFirst || !hasPlace(own)) continue;
          if (looks.has(id) || begun.get(id) === value.due) continue;
          begun.set(id, value.due);
          looks.set(id, { user: value.account, isOver: runOne(id) });
        }
    };

    let failure: unknown;
    for (;;) {
      await beginDue().catch((error: unknown) => {
        isAway = true;
        failure = error;
      });
      if (looks.size === 0) break;
      await firstOf([...looks.values()].map(({ isOver }) => isOver));
    }
    if (failure !== undefined) throw failure;
  },
});

import { setImmediate as nextEvent, setTimeout as pause } from "node:timers/promises";
import { CalendarError, type Clock, createFairLimiter } from "@kalends/core";
import type { FairLimiter } from "@kalends/core/interface";
import type { Context } from "koa";
import { type Admission, createAdmission, type ShedReason } from "../request/admission/admission.ts";
import { type Arrivals, createRounds } from "../request/admission/rounds.ts";
import { clientNetwork } from "../request/caller/proxy.ts";
import type { HttpSettings } from "../settings.ts";

/**
 * Kind of work that reads many records. `short` and `long`: a list of the REST interface. `page`: a web page.
 * `file`: an exported event file.
 */
export type Workload = "short" | "long" | "page" | "file";

/**
 * Runs `work` when it is the client's turn among all work of the same kind. The place is held until `work`
 * has ended. Throws `rest_storage_unavailable` if too much work of this kind is running or waiting.
 */
export type Schedule = <T>(ctx: Context, workload: Workload, work: () => Promise<T>) => Promise<T>;

/** Milliseconds up to which a task does not count as blocking the event loop. Most lists take less. */
const BRIEF_MS = 25;
/**
 * Maximum pause between tasks in milliseconds. The pause depends on a measured duration, which is wrong if
 * the system clock is changed meanwhile.
 */
const MAX_PAUSE_MS = 1_000;

/**
 * Creates a throttle for tasks. The parts of tasks that block the event loop run one after the other. After a
 * task that blocks for at least `BRIEF_MS`, the throttle pauses for the same time, at most `MAX_PAUSE_MS`.
 */
const createThrottle = (
  clock: Clock,
  arrivals: ScheduleDeps["arrivals"],
): (<T>(task: () => Promise<T>) => Promise<T>) => {
  let latest: Promise<void> = Promise.resolve();
  const rest = async (since: number): Promise<void> => {
    // The event loop continues as soon as the task waits for something or ends. The pause is longer than one
    // round, which would accept only one new connection.
    await nextEvent();
    const taken = clock.now() - since;
    if (taken >= BRIEF_MS) await pause(Math.min(taken, MAX_PAUSE_MS));
  };
  return (task) => {
    const begun = latest.then(async () => {
      await arrivals.passed();
      const since = clock.now();
      return { result: task(), rested: rest(since) };
    });
    latest = begun.then(({ rested }) => rested);
    return begun.then(({ result }) => result);
  };
};

interface Queue {
  readonly admission: Pick<Admission, "enter">;
  readonly limiter: FairLimiter<string>;
}

interface ScheduleDeps {
  readonly clock: Clock;
  readonly settings: Pick<HttpSettings, "capacities" | "trustProxy">;
  readonly arrivals: Pick<Arrivals, "passed">;
  /** Waits until a refusal may be sent; see `SharedResources`. */
  readonly inTurnOfRefusal: () => Promise<void>;
  /** Returns true while a large response is produced or sent. Then, fewer long lists run at the same time. */
  readonly isLargeUsed: () => boolean;
  readonly onShed?: ((reason: ShedReason) => void) | undefined;
}

/** Creates the function that schedules work. Source: rules/interface.md#load-shedding. */
export const createSchedule = ({
  clock,
  settings: { capacities, trustProxy },
  arrivals,
  inTurnOfRefusal,
  isLargeUsed,
  onShed,
}: ScheduleDeps): Schedule => {
  const toQueue = (kind: "lists" | "files"): Queue => ({
    limiter: createFairLimiter<string>(capacities[kind]),
    admission: createAdmission({
      ...{ clock, trustProxy, onShed, shares: capacities.shares },
      atOnce: capacities.maxConcurrent[kind],
    }),
  });
  const lists = toQueue("lists");
  // Requests for web pages are refused earlier, when they arrive; see `SharedResources.admit`.
  const pages: Queue = {
    limiter: createFairLimiter<string>(capacities.pages),
    admission: { enter: () => () => {} },
  };
  const files = toQueue("files");
  const listsWhileLarge: Queue = {
    ...lists,
    limiter: createFairLimiter<string>(capacities.listsWhileLarge),
  };
  const throttle = createThrottle(clock, arrivals);
  const inRound = createRounds(() => 1);
  let short = 0;

  const queueOf = (workload: Workload): Queue => {
    if (workload === "file") return files;
    if (workload === "page") return pages;
    return workload === "long" && isLargeUsed() ? listsWhileLarge : lists;
  };

  return async (ctx, workload, work) => {
    const { admission, limiter } = queueOf(workload);
    const leave = admission.enter(ctx);
    if (leave === undefined) {
      await inTurnOfRefusal();
      throw new CalendarError("rest_storage_unavailable");
    }
    if (workload === "short") short += 1;
    try {
      return await limiter.run(clientNetwork(ctx.req, trustProxy), async () => {
        if (workload === "short" && short > capacities.shortLists) await inRound();
        if (workload === "short" || workload === "file") return work();
        // Yields once: a disconnection of the client is a separate event after the arrival of its request.
        await nextEvent();
        return throttle(work);
      });
    } finally {
      if (workload === "short") short -= 1;
      leave();
    }
  };
};

import { AsyncLocalStorage } from "node:async_hooks";
import {
  createRunJobs,
  createStartJob,
  type RunJobs,
  removeOldJobs,
  type StartJob,
} from "@kalends/core/interface";
import type { Cradle } from "../../cradle.ts";
import { createRunBound } from "../../hosting/transactions/run-transaction.ts";
import { createActorOfStarter } from "./starters.ts";

/** Jobs that users start and that run in the background. Source: rules/jobs.md. */
export interface BackgroundJobs {
  readonly start: StartJob;
  readonly run: RunJobs;
  /** Removes jobs that ended 30 days ago. */
  removeOld(isStopped: () => boolean): Promise<void>;
  /** Sets the function that is called after each start of a job in this process. */
  onStart(listener: () => void): void;
}

export const createBackgroundJobs = (cradle: Cradle): BackgroundJobs => {
  // Uses the real clock: reading `clock` would mark the response as time-dependent.
  const { store, idempotency, jobKinds: kinds, runLeased, stopwatch: clock, newToken, logger } = cradle;
  // Runs jobs in a separate async context, not in the context of the request that starts a job.
  const inOwnContext = AsyncLocalStorage.snapshot();
  let listener = (): void => undefined;
  return {
    start: createStartJob({
      store: idempotency.recordingWrites(store),
      ...{ clock, newToken },
      onStart: () => inOwnContext(() => listener()),
    }),
    run: createRunJobs({
      ...{ store, kinds, runLeased, clock, newToken, logger },
      // A `check` may send requests, for which the transaction of an item must not wait.
      runUnit: createRunBound(cradle, { isChecked: true }),
      actorOf: createActorOfStarter(cradle),
    }),
    removeOld: async (isStopped) => void (await removeOldJobs(store, clock.now(), isStopped)),
    onStart(call) {
      listener = call;
    },
  };
};

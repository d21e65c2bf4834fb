import { randomUUID } from "node:crypto";
import { type Clock, DAY } from "@kalends/core";
import type { Job, RunLeased } from "@kalends/core/interface";
import type { CronTimes } from "./cron-times.ts";

interface LeasedJobDeps {
  readonly runLeased: RunLeased;
  readonly clock: Clock;
  readonly times: CronTimes | undefined;
}

interface LeasedJob {
  /** The job, changed so that only one process of an installation does each run. */
  readonly leased: Job;
  /**
   * Releases the lease of a job that runs at intervals, so that other processes can run it at once. Never
   * rejects.
   */
  releaseLease(): Promise<void>;
}

const SECOND = 1000;

/** Creates a leased job. The lease is kept after a run, until no other process considers the same run due. */
export const createLeasedJob = (
  plugin: string,
  job: Job,
  { runLeased, clock, times }: LeasedJobDeps,
): LeasedJob => {
  const name = `plugin/${plugin}/job/${job.name}`;
  const owner = randomUUID();
  let hasRun = false;
  let isRunning = false;
  const milliseconds = (): number => {
    const now = clock.now();
    const next = times?.after(now);
    // Keep the lease for half the time to the next run: the clocks of processes may differ by that much.
    const pause = next === undefined ? (job.everySeconds ?? 0) * SECOND : (next - now) / 2;
    return Math.min(Math.round(pause), DAY);
  };
  return {
    leased: {
      ...job,
      async run({ isStopping }) {
        isRunning = true;
        try {
          const isDone = await runLeased(name, (run) => job.run(run), {
            isStopped: isStopping,
            keep: { owner, milliseconds },
          });
          hasRun ||= isDone;
        } finally {
          isRunning = false;
        }
      },
    },
    async releaseLease() {
      // Keep the lease of a job that is running, and of a job with fixed times.
      if (!hasRun || isRunning || times !== undefined) return;
      const nothing = (): Promise<void> => Promise.resolve();
      // Ignore an error: the lease then expires.
      await runLeased(name, nothing, { keep: { owner, milliseconds: () => 0 } }).catch(() => undefined);
    },
  };
};

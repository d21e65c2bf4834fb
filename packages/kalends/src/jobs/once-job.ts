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
  /** Job whose runs are each done by only one process of an installation. */
  readonly leased: Job;
  /** Releases the lease of a job with pauses, so that other processes can continue at once. Never rejects. */
  releaseLease(): Promise<void>;
}

const SECOND = 1000;

/**
 * Creates a leased job. The lease is held after a run until other processes no longer consider the same run
 * due.
 */
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
    // The clocks of processes may differ by half the time between two runs.
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
      // A run that does not end in time holds the lease until it ends.
      if (!hasRun || isRunning || times !== undefined) return;
      const nothing = (): Promise<void> => Promise.resolve();
      // If this fails, the lease expires.
      await runLeased(name, nothing, { keep: { owner, milliseconds: () => 0 } }).catch(() => undefined);
    },
  };
};

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
  /** The job, each run of which is done by one process of an installation. */
  readonly leased: Job;
  /** Lets others go on at once with a job that has pauses. Does not reject. */
  giveBack(): Promise<void>;
}

const SECOND = 1000;

/** The lease is kept after a run, until others no longer take the same run for theirs. */
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
    // Clocks may be as far apart as half the time between two runs.
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
    async giveBack() {
      // A run that does not end in time keeps it until it does.
      if (!hasRun || isRunning || times !== undefined) return;
      const nothing = (): Promise<void> => Promise.resolve();
      // Where that fails, its time ends.
      await runLeased(name, nothing, { keep: { owner, milliseconds: () => 0 } }).catch(() => undefined);
    },
  };
};

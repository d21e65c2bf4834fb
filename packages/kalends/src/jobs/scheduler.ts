import type { Job, Owned } from "@kalends/core";
import { createJobLoop, type JobLoopDeps } from "./job-loop.ts";

/** Publishes scheduled records at their time, whether or not somebody asks for them, and runs the jobs of plugins. */
export interface Scheduler {
  /** Publishes what fell due while nobody looked, begins with the jobs, then goes on until `stop`. Does not reject. */
  start(): Promise<void>;
  /** One job, for a host that has its own idea of when; rejects when it fails. Runs of a job never overlap. */
  run(job: Owned<Job>): Promise<void>;
  /** Resolves when nothing runs any more, or after ten seconds. A stopped scheduler stays stopped. */
  stop(): Promise<void>;
}

export interface SchedulerDeps extends JobLoopDeps {
  /** Publishes what is due and answers how many records that were; it says so in the log itself. */
  readonly publishDue: () => Promise<number>;
  readonly jobs: readonly Owned<Job>[];
}

export const createScheduler = ({ publishDue, jobs, clock, timers, logger }: SchedulerDeps): Scheduler => {
  const deps = { clock, timers, logger };
  const publication = createJobLoop(
    {
      plugin: "kalends",
      value: {
        name: "publish-due",
        everySeconds: 1,
        async run() {
          await publishDue();
        },
      },
    },
    deps,
  );
  const loops = new Map(jobs.map((job) => [job, createJobLoop(job, deps)]));
  return {
    start() {
      for (const loop of loops.values()) void loop.start();
      return publication.start();
    },
    run: (job) => loops.get(job)?.run() ?? Promise.reject(new Error(`There is no job ${job.value.name}`)),
    async stop() {
      await Promise.all([publication, ...loops.values()].map((loop) => loop.stop()));
    },
  };
};

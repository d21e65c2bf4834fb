import type { Clock, Job, Logger, Owned } from "@kalends/core";
import { type Timers, withTimeLimit } from "./timers.ts";

/** Publishes scheduled records at their time, whether or not somebody asks for them, and runs the jobs of plugins. */
export interface Scheduler {
  /** Publishes what fell due meanwhile, begins with the jobs, then goes on until `stop`. Does not reject. */
  start(): Promise<void>;
  /** One job, for a host that has its own idea of when; rejects when it fails. Runs of a job never overlap. */
  run(job: Owned<Job>): Promise<void>;
  /** Resolves when nothing runs any more, or after ten seconds. A stopped scheduler stays stopped. */
  stop(): Promise<void>;
}

export interface SchedulerDeps extends JobLoopDeps {
  /** Publishes what is due, unless another process is at it; it says so in the log itself. */
  readonly publishInTurn: (isStopped: () => boolean) => Promise<void>;
  readonly jobs: readonly Owned<Job>[];
}

export const createScheduler = ({ publishInTurn, jobs, clock, timers, logger }: SchedulerDeps): Scheduler => {
  const deps = { clock, timers, logger };
  const publication = createJobLoop(
    {
      plugin: "kalends",
      value: { name: "publish-due", everySeconds: 1, run: ({ isStopping }) => publishInTurn(isStopping) },
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

/** One job, again and again. */
interface JobLoop {
  /** Begins the first run, which it resolves after; goes on until `stop`. Does not reject. */
  start(): Promise<void>;
  /** One run now, or the one that is under way; rejects when it fails. */
  run(): Promise<void>;
  /** Resolves when nothing runs any more, or after ten seconds. A stopped loop stays stopped. */
  stop(): Promise<void>;
}

interface JobLoopDeps {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}

const SECOND = 1000;
/** While a job fails, it is run less and less often, down to once in so many seconds. */
const LONGEST_PAUSE = 60;

/** Runs begin right after a second of the clock has begun: the times of records are whole seconds. */
const createJobLoop = (
  { plugin, value: job }: Owned<Job>,
  { clock, timers, logger }: JobLoopDeps,
): JobLoop => {
  const regularPause = job.everySeconds ?? 1;
  let isStopped = false;
  let cancel = (): void => {};
  let loop: Promise<void> = Promise.resolve();
  let running: Promise<void> | undefined;
  let pauseSeconds = regularPause;

  const run = (): Promise<void> => {
    const once = async (): Promise<void> => {
      try {
        await job.run({ isStopping: () => isStopped });
      } finally {
        running = undefined;
      }
    };
    running ??= once();
    return running;
  };

  const turn = async (): Promise<void> => {
    let isDone = job.everySeconds === undefined;
    try {
      await run();
      pauseSeconds = regularPause;
    } catch (error) {
      isDone = false;
      pauseSeconds = Math.min(pauseSeconds * 2, Math.max(LONGEST_PAUSE, regularPause));
      logger.error("A job failed", { plugin, job: job.name, error, retryInSeconds: pauseSeconds });
    }
    if (!isStopped && !isDone) cancel = timers.after(pauseSeconds * SECOND - (clock.now() % SECOND), next);
  };
  const next = (): void => {
    loop = turn();
  };

  return {
    start() {
      if (!isStopped) next();
      return loop;
    },
    run,
    async stop() {
      isStopped = true;
      cancel();
      const done = Promise.all([loop, running?.catch(() => undefined)]);
      await withTimeLimit(done, timers, () =>
        logger.warn("A job did not finish in time", { plugin, job: job.name }),
      );
    },
  };
};

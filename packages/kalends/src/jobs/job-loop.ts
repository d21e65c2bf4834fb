import type { Clock, Logger, Owned } from "@kalends/core";
import type { Job } from "@kalends/core/interface";
import type { Metrics } from "../metrics/metrics.ts";
import type { CronTimes } from "./cron-times.ts";
import { type Timers, withTimeLimit } from "./timers.ts";

/** Repeated runs of one job. */
export interface JobLoop {
  /**
   * Starts the first run and resolves after it. A job with fixed times waits for its time instead. Runs
   * repeat until `stop`. Never rejects.
   */
  start(): Promise<void>;
  /** Runs the job now, or joins the run in progress. Rejects if it fails. */
  run(): Promise<void>;
  /** Resolves when no run is in progress, or after ten seconds. The loop cannot be started again. */
  stop(): Promise<void>;
}

export interface JobLoopDeps {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Absent if metrics are off. */
  readonly metrics?: Pick<Metrics, "onJobRun"> | undefined;
}

const SECOND = 1000;
/** Maximum pause in seconds. While a job fails, the pause doubles up to this value. */
const MAX_PAUSE = 60;
/** Maximum wait before reading the clock again, because the clock may be changed meanwhile. */
const MAX_WAIT_MS = 60 * 60 * SECOND;

/**
 * Creates the loop of a job. Runs begin right after the start of a second, because times of records are whole
 * seconds.
 */
export const createJobLoop = (
  { plugin, value: job }: Owned<Job>,
  { clock, timers, logger, metrics }: JobLoopDeps,
  times?: CronTimes,
): JobLoop => {
  const regularPause = job.everySeconds ?? 1;
  let isStopped = false;
  let cancel = (): void => {};
  let loop: Promise<void> = Promise.resolve();
  let running: Promise<void> | undefined;
  let pauseSeconds = regularPause;
  /** Time of the cron expression for which the job ran last. */
  let latest: number | undefined;

  const run = (): Promise<void> => {
    const once = async (): Promise<void> => {
      const began = metrics && clock.now();
      let failed = true;
      try {
        await job.run({ isStopping: () => isStopped });
        failed = false;
      } finally {
        running = undefined;
        if (began !== undefined) {
          const endedAt = clock.now();
          const milliseconds = Math.max(0, endedAt - began);
          metrics?.onJobRun({ plugin, job: job.name, milliseconds, endedAt, failed });
        }
      }
    };
    running ??= once();
    return running;
  };

  const waitUntil = (time: number, begin: () => void): void => {
    const left = time - clock.now();
    if (left <= 0) begin();
    else cancel = timers.after(Math.min(left, MAX_WAIT_MS), () => waitUntil(time, begin));
  };
  /**
   * Waits for the next time of the cron expression or for the end of the pause after a failure, whichever
   * comes first.
   */
  const waitForTime = (pauseEnd = Number.POSITIVE_INFINITY): void => {
    let time = times?.after(clock.now());
    // After the clock was set back slightly, the same time would come again.
    if (time !== undefined && time === latest) time = times?.after(time);
    const first = Math.min(time ?? Number.POSITIVE_INFINITY, pauseEnd);
    if (first === Number.POSITIVE_INFINITY) return;
    waitUntil(first, () => {
      if (first === time) latest = time;
      next();
    });
  };

  const turn = async (): Promise<void> => {
    let isDone = job.everySeconds === undefined;
    try {
      await run();
      pauseSeconds = regularPause;
    } catch (error) {
      isDone = false;
      pauseSeconds = Math.min(pauseSeconds * 2, Math.max(MAX_PAUSE, regularPause));
      logger.error("A job failed", { plugin, job: job.name, error, retryInSeconds: pauseSeconds });
    }
    if (isStopped) return;
    if (times !== undefined) waitForTime(isDone ? undefined : clock.now() + pauseSeconds * SECOND);
    else if (!isDone) cancel = timers.after(pauseSeconds * SECOND - (clock.now() % SECOND), next);
  };
  const next = (): void => {
    loop = turn();
  };

  return {
    start() {
      if (isStopped) return loop;
      if (times === undefined) next();
      else waitForTime();
      return loop;
    },
    run,
    async stop() {
      isStopped = true;
      cancel();
      const done = Promise.all([loop, running?.catch(() => undefined)]);
      await withTimeLimit(done, timers, () =>
        logger.warn("A job did not finish within 10 seconds", { plugin, job: job.name }),
      );
    },
  };
};

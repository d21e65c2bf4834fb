import type { Clock, Logger, Owned } from "@kalends/core";
import type { Job } from "@kalends/core/interface";
import type { Metrics } from "../metrics/metrics.ts";
import type { CronTimes } from "./cron-times.ts";
import { type Timers, withTimeLimit } from "./timers.ts";

/** Runs one job repeatedly. */
export interface JobLoop {
  /**
   * Starts the first run and resolves when it has ended. For a job with a cron expression, resolves at once;
   * the first run starts at the next time of the expression. Runs repeat until `stop` is called. A job with
   * neither `everySeconds` nor a cron expression ends after its first success. Never rejects.
   */
  start(): Promise<void>;
  /** Runs the job now. If a run is in progress, waits for that run instead. Rejects if the run fails. */
  run(): Promise<void>;
  /** Resolves when no run is in progress, or after ten seconds. The loop cannot be started again. */
  stop(): Promise<void>;
}

export interface JobLoopDeps {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Receives each finished run; absent if metrics are off. */
  readonly metrics?: Pick<Metrics, "onJobRun"> | undefined;
}

const SECOND = 1000;
/**
 * Maximum pause in seconds. While a job fails, the pause between two runs doubles up to this value, or up to
 * `everySeconds` if that is longer.
 */
const MAX_PAUSE = 60;
/** Maximum milliseconds until the clock is read again, because somebody may set the clock. */
const MAX_WAIT_MS = 60 * 60 * SECOND;

/**
 * Creates the loop of a job. A run starts shortly after the start of a second, because records have times in
 * whole seconds.
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
  /** Latest time of the cron expression for which the job has run. */
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
   * Schedules the next run for the next time of the cron expression. If a pause after a failure ends earlier,
   * schedules the run for the end of that pause.
   */
  const waitForTime = (pauseEnd = Number.POSITIVE_INFINITY): void => {
    let time = times?.after(clock.now());
    // If the clock was set back slightly, skip the time for which the job has already run.
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

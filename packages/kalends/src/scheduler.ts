import type { Clock, Logger } from "@kalends/core";
import type { Timers } from "./timers.ts";

/** Publishes scheduled records at their time, whether or not somebody asks for them. */
export interface Scheduler {
  /** Catches up on what fell due while nobody looked, then goes on until `stop`. Does not reject. */
  start(): Promise<void>;
  /** Resolves when nothing runs any more. A stopped scheduler stays stopped. */
  stop(): Promise<void>;
}

export interface SchedulerDeps {
  /** Publishes what is due and answers how many records that were; it says so in the log itself. */
  readonly publishDue: () => Promise<number>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}

const SECOND = 1000;
/** While the store fails, it is asked less and less often, down to once in so many seconds. */
const LONGEST_PAUSE = 60;

/**
 * Publication times are whole seconds, so it looks right after each second of the clock has begun: the store answers
 * "nothing is due" from an index.
 */
export const createScheduler = ({ publishDue, clock, timers, logger }: SchedulerDeps): Scheduler => {
  let isStopped = false;
  let cancel = (): void => {};
  let running: Promise<void> = Promise.resolve();
  let pauseSeconds = 1;

  const look = async (): Promise<void> => {
    try {
      await publishDue();
      pauseSeconds = 1;
    } catch (error) {
      pauseSeconds = Math.min(pauseSeconds * 2, LONGEST_PAUSE);
      logger.error("Scheduled records could not be published", { error, retryInSeconds: pauseSeconds });
    }
    if (!isStopped) cancel = timers.after(pauseSeconds * SECOND - (clock.now() % SECOND), lookAgain);
  };
  const lookAgain = (): void => {
    running = look();
  };

  return {
    start() {
      if (!isStopped) lookAgain();
      return running;
    },
    async stop() {
      isStopped = true;
      cancel();
      await running;
    },
  };
};

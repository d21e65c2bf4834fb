import { createFairLimiter } from "@kalends/core";

/** Queue in which a task waits, and the client for which it runs. */
export interface QueuePosition {
  /** Name of the queue. The queues take turns, so that a long queue does not delay tasks in the others. */
  readonly queue: string;
  /** Client for which the task runs. */
  readonly source: string;
}

/**
 * Runs a task when its turn comes. Resolves to `undefined`, without running the task, if its queue is full or
 * its source has too many tasks waiting in this queue.
 */
type RunQueued = <T>(place: QueuePosition, task: () => Promise<T>) => Promise<T | undefined>;

export interface QueueLimits {
  /** Maximum number of concurrent tasks, from 1. */
  readonly maxConcurrent: number;
  /** Maximum number of tasks waiting in one queue. */
  readonly waiting: number;
  /** Maximum number of waiting tasks of one source in a queue, so that no source can fill a queue. */
  readonly waitingPerSource: number;
}

/**
 * Default limits. A password check takes 16 MiB and about 40 ms, so 100 waiting checks are two seconds of
 * work. Two concurrent checks leave half of libuv's threads free for file access.
 */
export const SIGN_IN_LIMITS: QueueLimits = { maxConcurrent: 2, waiting: 100, waitingPerSource: 50 };

export const createSignInQueue = ({ maxConcurrent, waiting, waitingPerSource }: QueueLimits): RunQueued => {
  const limiter = createFairLimiter<string>({ capacity: maxConcurrent });
  /** Sources of the waiting tasks, by queue. Queues without waiting tasks are removed. */
  const waitingSources = new Map<string, string[]>();
  return async ({ queue, source }, task) => {
    const permit = limiter.acquire(queue);
    try {
      if (!permit.isHeld()) {
        const sources = waitingSources.get(queue) ?? [];
        if (sources.length >= waiting || sources.filter((one) => one === source).length >= waitingPerSource)
          return undefined;
        sources.push(source);
        waitingSources.set(queue, sources);
        await permit.decided;
        sources.splice(sources.indexOf(source), 1);
        if (sources.length === 0) waitingSources.delete(queue);
      }
      return await task();
    } finally {
      permit.release();
    }
  };
};

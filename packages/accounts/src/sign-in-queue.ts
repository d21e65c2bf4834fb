import { createFairLimiter } from "@kalends/core";

/** Position of a task among the waiting ones. */
export interface QueuePosition {
  /** Name of the queue. Queues take turns, so a long queue does not delay the others. */
  readonly queue: string;
  /** Client for which the task runs. */
  readonly source: string;
}

/**
 * Runs a costly task when it is its turn. Resolves to `undefined`, without running it, if the queue is full.
 */
type RunQueued = <T>(place: QueuePosition, task: () => Promise<T>) => Promise<T | undefined>;

export interface QueueLimits {
  /** Maximum number of concurrent tasks, from 1. */
  readonly maxConcurrent: number;
  /** Maximum number of tasks waiting in one queue. */
  readonly waiting: number;
  /** Maximum number of waiting tasks of one source in a queue, so that it leaves room for others. */
  readonly waitingPerSource: number;
}

/**
 * Default limits. A password check takes 16 MiB and about 40 ms. Two concurrent checks leave half of libuv's
 * threads to files; 100 waiting checks are two seconds of work.
 */
export const SIGN_IN_LIMITS: QueueLimits = { maxConcurrent: 2, waiting: 100, waitingPerSource: 50 };

export const createSignInQueue = ({ maxConcurrent, waiting, waitingPerSource }: QueueLimits): RunQueued => {
  const limiter = createFairLimiter<string>({ capacity: maxConcurrent });
  /** Sources of the waiting tasks by queue. Empty queues are removed. */
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

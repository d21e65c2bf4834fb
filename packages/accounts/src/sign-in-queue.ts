import { createFairLimiter } from "@kalends/core";

/** Where a task waits. */
export interface Place {
  /** Queues take turns: a long one does not delay the others. */
  readonly queue: string;
  /** Whom the task is for. */
  readonly source: string;
}

/** What a costly task resolves to; `undefined`, without running it, when there is no place left for it to wait. */
type RunInTurn = <T>(place: Place, task: () => Promise<T>) => Promise<T | undefined>;

export interface QueueLimits {
  /** Tasks that run at once, from 1. */
  readonly atOnce: number;
  /** Tasks that may wait in one queue. */
  readonly waiting: number;
  /** Those of one source in it, so that it does not take the places of the others. */
  readonly waitingOfOne: number;
}

/** Checks of a password take 16 MiB and about 40 ms each: two leave half of libuv's threads to files, a hundred waiting ones are two seconds of work. */
export const SIGN_INS_AT_ONCE: QueueLimits = { atOnce: 2, waiting: 100, waitingOfOne: 50 };

export const createSignInQueue = ({ atOnce, waiting, waitingOfOne }: QueueLimits): RunInTurn => {
  const limiter = createFairLimiter<string>({ capacity: atOnce });
  /** The sources of those that wait, by queue; none is empty. */
  const waitingSources = new Map<string, string[]>();
  return async ({ queue, source }, task) => {
    const permit = limiter.acquire(queue);
    try {
      if (!permit.isHeld()) {
        const sources = waitingSources.get(queue) ?? [];
        if (sources.length >= waiting || sources.filter((one) => one === source).length >= waitingOfOne)
          return undefined;
        sources.push(source);
        waitingSources.set(queue, sources);
        await permit.settled;
        sources.splice(sources.indexOf(source), 1);
        if (sources.length === 0) waitingSources.delete(queue);
      }
      return await task();
    } finally {
      permit.release();
    }
  };
};

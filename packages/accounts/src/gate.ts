/** Runs costly tasks, a few at a time. */
export interface Gate {
  /** What the task of this one resolves to; `undefined`, without running it, when too many are waiting already. */
  run<T>(one: string, task: () => Promise<T>): Promise<T | undefined>;
}

export interface GateLimits {
  /** Tasks that run at once, from 1. */
  readonly width: number;
  /** Tasks that may wait for their turn; further ones wait only if nothing of the same one does. */
  readonly waiting: number;
  /** Tasks of the same one that may wait, so that nobody takes the places of the others. */
  readonly waitingOfOne: number;
}

interface Waiting {
  readonly one: string;
  readonly start: () => void;
}

/** First come, first served. */
export const createGate = ({ width, waiting, waitingOfOne }: GateLimits): Gate => {
  const queue: Waiting[] = [];
  let running = 0;

  const isTurnedAway = (one: string): boolean => {
    if (running < width) return false;
    const own = queue.filter((other) => other.one === one).length;
    return own >= waitingOfOne || (own > 0 && queue.length >= waiting);
  };
  const enter = async (one: string): Promise<void> => {
    if (running < width) running += 1;
    // The task that ends hands its place over, so `running` stays as it is.
    else await new Promise<void>((start) => queue.push({ one, start }));
  };
  const leave = (): void => {
    const next = queue.shift();
    if (next) next.start();
    else running -= 1;
  };

  return {
    async run(one, task) {
      if (isTurnedAway(one)) return undefined;
      await enter(one);
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
};

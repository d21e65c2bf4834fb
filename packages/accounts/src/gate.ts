/** Runs costly tasks, a few at a time. */
export interface Gate {
  /** What the task resolves to; `undefined`, without running it, when too many are waiting already. */
  run<T>(task: () => Promise<T>): Promise<T | undefined>;
}

export interface GateLimits {
  /** Tasks that run at once, from 1. */
  readonly width: number;
  /** Tasks that may wait for their turn; further ones are turned away. */
  readonly waiting: number;
}

/** First come, first served. */
export const createGate = ({ width, waiting }: GateLimits): Gate => {
  const queue: (() => void)[] = [];
  let running = 0;

  const enter = async (): Promise<void> => {
    if (running < width) running += 1;
    // The task that ends hands its place over, so `running` stays as it is.
    else await new Promise<void>((resolve) => queue.push(resolve));
  };
  const leave = (): void => {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  };

  return {
    async run(task) {
      if (running >= width && queue.length >= waiting) return undefined;
      await enter();
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
};

/** Lets a few tasks run at once; the others wait for their turn, first come, first served. */
export interface Gate {
  /** How many wait. */
  waiting(): number;
  /** What the task resolves to; rejects with the signal's reason when that is aborted before its turn. */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** `width`: tasks that run at once, from 1. */
export const createGate = (width: number): Gate => {
  const queue: (() => void)[] = [];
  let running = 0;

  const turn = (signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const start = (): void => {
        signal?.removeEventListener("abort", giveUp);
        resolve();
      };
      const giveUp = (): void => {
        queue.splice(queue.indexOf(start), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      queue.push(start);
    });

  return {
    waiting: () => queue.length,
    async run(task, signal) {
      signal?.throwIfAborted();
      if (running < width) running += 1;
      // The task that ends hands its place over, so `running` stays as it is.
      else await turn(signal);
      try {
        return await task();
      } finally {
        const next = queue.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
};

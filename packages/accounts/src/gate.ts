/** Where a task waits. */
export interface Place {
  /** Queues take turns: a long one does not delay the others. */
  readonly queue: string;
  /** Whom the task is for. */
  readonly source: string;
}

/** Runs costly tasks, a few at a time. */
export interface Gate {
  /** What the task resolves to; `undefined`, without running it, when there is no place left for it to wait. */
  run<T>(place: Place, task: () => Promise<T>): Promise<T | undefined>;
}

export interface GateLimits {
  /** Tasks that run at once, from 1. */
  readonly width: number;
  /** Tasks that may wait in one queue. */
  readonly waiting: number;
  /** Those of one source in it, so that nobody takes the places of the others. */
  readonly waitingOfOne: number;
}

interface Waiting {
  readonly source: string;
  readonly start: () => void;
}

/** Within a queue first come, first served; one of each queue in turn. */
export const createGate = ({ width, waiting, waitingOfOne }: GateLimits): Gate => {
  /** None is empty; the next turn is that of the first one. */
  const queues = new Map<string, Waiting[]>();
  let running = 0;

  const isFull = ({ queue, source }: Place): boolean => {
    const tasks = queues.get(queue) ?? [];
    return tasks.length >= waiting || tasks.filter((task) => task.source === source).length >= waitingOfOne;
  };
  const turn = ({ queue, source }: Place): Promise<void> =>
    new Promise((start) => {
      const tasks = queues.get(queue) ?? [];
      tasks.push({ source, start });
      queues.set(queue, tasks);
    });
  const leave = (): void => {
    for (const [queue, tasks] of queues) {
      const next = tasks.shift();
      // Taken out and put in again, a queue moves to the end.
      queues.delete(queue);
      if (tasks.length > 0) queues.set(queue, tasks);
      next?.start();
      return;
    }
    running -= 1;
  };

  return {
    async run(place, task) {
      if (running < width) running += 1;
      else if (isFull(place)) return undefined;
      // The task that ends hands its place over, so `running` stays as it is.
      else await turn(place);
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
};

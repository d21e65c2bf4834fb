/**
 * Runs a task of this one, such as the id of an account, when it is its turn; tasks of nobody (`undefined`) count as those of
 * one.
 */
export type TakeTurn<One = number | undefined> = <T>(one: One, task: () => Promise<T>) => Promise<T>;

/**
 * At most so many tasks run at once, and so many of the same one, so that who sends slowly does not keep everybody waiting. Of
 * those who wait each one has a turn before anybody has a second one; the tasks of one are run in the order in which they came.
 */
export const createTurns = <One = number | undefined>(places: number, placesOfOne: number): TakeTurn<One> => {
  const taken = new Map<One, number>();
  /** Whose turn is next comes first; nobody has an empty queue. */
  const queues = new Map<One, Set<() => void>>();
  let free = places;

  const hasPlace = (one: One): boolean => free > 0 && (taken.get(one) ?? 0) < placesOfOne;
  const change = (one: One, by: 1 | -1): void => {
    free -= by;
    const left = (taken.get(one) ?? 0) + by;
    if (left === 0) taken.delete(one);
    else taken.set(one, left);
  };
  const waitFor = (one: One): Promise<void> =>
    new Promise((start) => {
      const queue = queues.get(one) ?? new Set();
      queues.set(one, queue.add(start));
    });
  const startNext = (): void => {
    for (const [one, queue] of queues) {
      const [start] = queue;
      if (start === undefined || !hasPlace(one)) continue;
      queue.delete(start);
      queues.delete(one);
      if (queue.size > 0) queues.set(one, queue);
      change(one, 1);
      start();
      return;
    }
  };

  return async (one, task) => {
    if (hasPlace(one)) change(one, 1);
    else await waitFor(one);
    try {
      return await task();
    } finally {
      change(one, -1);
      startNext();
    }
  };
};

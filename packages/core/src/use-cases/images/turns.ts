/** Runs a task when it is its turn. */
export type TakeTurn = <T>(task: () => Promise<T>) => Promise<T>;

/** At most so many tasks run at once; the others wait in the order in which they came. */
export const createTurns = (places: number): TakeTurn => {
  let free = places;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
};

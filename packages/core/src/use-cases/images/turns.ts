/** Runs a task of this one, such as the id of an account, when it is its turn. */
export type TakeTurn = <T>(one: number | undefined, task: () => Promise<T>) => Promise<T>;

interface Waiting {
  readonly one: number | undefined;
  readonly start: () => void;
}

/**
 * At most so many tasks run at once, and so many of the same one, so that who sends slowly does not keep everybody waiting;
 * the others wait in the order in which they came.
 */
export const createTurns = (places: number, placesOfOne: number): TakeTurn => {
  const taken = new Map<number | undefined, number>();
  const waiting: Waiting[] = [];
  let free = places;

  const hasPlace = ({ one }: Pick<Waiting, "one">): boolean =>
    free > 0 && (taken.get(one) ?? 0) < placesOfOne;
  const change = (one: number | undefined, by: 1 | -1): void => {
    free -= by;
    const left = (taken.get(one) ?? 0) + by;
    if (left === 0) taken.delete(one);
    else taken.set(one, left);
  };
  const startNext = (): void => {
    const next = waiting.find(hasPlace);
    if (next === undefined) return;
    waiting.splice(waiting.indexOf(next), 1);
    change(next.one, 1);
    next.start();
  };

  return async (one, task) => {
    if (hasPlace({ one })) change(one, 1);
    else await new Promise<void>((start) => waiting.push({ one, start }));
    try {
      return await task();
    } finally {
      change(one, -1);
      startNext();
    }
  };
};

/** Numbers of concurrent transactions. They are unique in one process, and rarely equal in several. */
interface Lanes {
  take(): Promise<number>;
  free(lane: number): void;
}

/** Maximum number of concurrent transactions of one process. A power of two. */
export const LANES = 64;

/** Returns the first lane of a process, as far as possible from those of others: 0, 32, 16, 48, 8, ... */
const spread = (number: number): number => {
  let place = 0;
  for (let bit = 1; bit < LANES; bit *= 2) place = place * 2 + (Math.floor(number / bit) % 2);
  return place;
};

/** Creates the lanes. `countProcesses` returns the next number with each call, from 1. */
export const createLanes = (countProcesses: () => Promise<number>): Lanes => {
  const usedLanes = new Set<number>();
  let place: Promise<number> | undefined;
  /** Determines the first lane once, and again only after a failure. */
  const findPlace = async (): Promise<number> => {
    place ??= countProcesses().then((number) => spread(number - 1));
    try {
      return await place;
    } catch (error) {
      place = undefined;
      throw error;
    }
  };
  return {
    async take() {
      let lane = await findPlace();
      while (usedLanes.has(lane)) lane = (lane + 1) % LANES;
      usedLanes.add(lane);
      return lane;
    },
    free: (lane) => void usedLanes.delete(lane),
  };
};

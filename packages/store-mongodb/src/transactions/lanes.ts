/**
 * Lanes: numbers of running transactions. No two running transactions of one process have the same number. In
 * different processes, equal numbers are rare.
 */
interface Lanes {
  take(): Promise<number>;
  free(lane: number): void;
}

/** Maximum number of running transactions in one process. It must be a power of two. */
export const LANES = 64;

/**
 * Returns the first lane of a process. The first lanes of different processes are as far apart as possible:
 * 0, 32, 16, 48, 8 and so on.
 */
const spread = (number: number): number => {
  let place = 0;
  for (let bit = 1; bit < LANES; bit *= 2) place = place * 2 + (Math.floor(number / bit) % 2);
  return place;
};

/** Creates the lanes. Each call of `countProcesses` returns the next number, from 1. */
export const createLanes = (countProcesses: () => Promise<number>): Lanes => {
  const usedLanes = new Set<number>();
  let place: Promise<number> | undefined;
  /** Determines the first lane of this process only once; after a failure, tries again. */
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

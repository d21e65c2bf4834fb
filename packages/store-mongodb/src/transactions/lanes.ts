/** Tells transactions that run at once apart: no two of one process have the same number, and hardly those of several. */
interface Lanes {
  take(): Promise<number>;
  free(lane: number): void;
}

/** More transactions of one process do not run at once. A power of two. */
export const LANES = 64;

/** The places of processes with these numbers lie as far apart as can be: 0, 32, 16, 48, 8, ... */
const spread = (number: number): number => {
  let place = 0;
  for (let bit = 1; bit < LANES; bit *= 2) place = place * 2 + (Math.floor(number / bit) % 2);
  return place;
};

/** `countProcesses` answers another number each time it is asked, from 1. */
export const createLanes = (countProcesses: () => Promise<number>): Lanes => {
  const taken = new Set<number>();
  let place: Promise<number> | undefined;
  /** Asked for once, unless that fails. */
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
      while (taken.has(lane)) lane = (lane + 1) % LANES;
      taken.add(lane);
      return lane;
    },
    free: (lane) => void taken.delete(lane),
  };
};

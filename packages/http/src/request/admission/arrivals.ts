import { setImmediate as nextEvent } from "node:timers/promises";

/** Knows whether clients are connecting. */
export interface Arrivals {
  /** To be called with the first request of each connection. */
  note(): void;
  /** Whether one has come in this round of the event loop or in the one before. */
  areComing(): boolean;
  /** Resolves in the next round of the event loop, or when no clients are connecting any more: for what takes long. */
  passed(): Promise<void>;
}

/** Rounds of the event loop that are left to clients who are connecting, at most: what waits for them continues in spite of a flood. */
const MOST_ROUNDS = 100;

/**
 * Node accepts one connection in each round of the event loop, so that the last of many that come at once waits for as many rounds: these
 * have to be short meanwhile.
 */
export const createArrivals = (): Arrivals => {
  let rounds = 0;
  const countDown = (): void => {
    rounds -= 1;
    if (rounds > 0) setImmediate(countDown);
  };
  return {
    note() {
      if (rounds === 0) setImmediate(countDown);
      rounds = 2;
    },
    areComing: () => rounds > 0,
    async passed() {
      let waited = 0;
      do {
        await nextEvent();
        waited += 1;
      } while (rounds > 0 && waited < MOST_ROUNDS);
    },
  };
};

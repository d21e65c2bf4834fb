import { setImmediate as nextEvent, setTimeout as pause } from "node:timers/promises";

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

/**
 * Requests that are read in one round of the event loop continue together in its check phase, up to so many; those beyond continue in the
 * next rounds: what else waits for the event loop, timers and connections, comes between rounds. All of a round were read by then, so that
 * one look at the store's revision, and one snapshot, is late enough for each: no response misses what was acknowledged before its request.
 * `next` calls in the check phase of this round, or of a later one.
 */
export const createRounds = (
  largest: () => number,
  next: (call: () => void) => unknown = setImmediate,
): (() => Promise<void>) => {
  const waiting: (() => void)[] = [];
  const release = (): void => {
    for (const resume of waiting.splice(0, largest())) resume();
    if (waiting.length > 0) next(release);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) next(release);
    });
};

const REFUSALS_MS = 10;

/** `refusals`: in ten milliseconds. The turns of refusals, which each call waits for in order: clients that come again at once get no more of them than there are turns. */
export const createRefusalTurns = (
  refusals: number,
  wait: (milliseconds: number) => Promise<unknown> = pause,
): (() => Promise<void>) =>
  createRounds(
    () => refusals,
    (release) => wait(REFUSALS_MS).then(release),
  );

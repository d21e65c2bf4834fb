/**
 * Returns a generator of pseudo-random numbers from 0 up to, but not including, 1. Equal seeds give equal
 * sequences.
 */
const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** A uniform random sample of a stream whose length is unknown in advance. */
export interface Sample<T> {
  offer(thing: T): void;
  taken(): readonly T[];
}

/** Creates a sample of at most `size` items. Only the sampled items are in memory. */
export const createSample = <T>(size: number, seed: number): Sample<T> => {
  const random = createRandom(seed);
  const kept: T[] = [];
  let seen = 0;
  return {
    offer(thing) {
      seen += 1;
      if (kept.length < size) kept.push(thing);
      else {
        const place = Math.floor(random() * seen);
        if (place < size) kept[place] = thing;
      }
    },
    taken: () => kept,
  };
};

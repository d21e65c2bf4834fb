/** Generator of pseudo-random numbers from 0 (inclusive) to 1 (exclusive). Only the seed determines them. */
export type Random = () => number;

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  // Algorithm: mulberry32.
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

export const integerBelow = (random: Random, end: number): number => Math.floor(random() * end);

export const pick = <T>(random: Random, from: readonly T[]): T => {
  const found = from[integerBelow(random, from.length)];
  if (found === undefined) throw new Error("There is nothing to pick from");
  return found;
};

/** Returns a random number of different values, at most `most`. */
export const pickSome = <T>(random: Random, from: readonly T[], most: number): readonly T[] =>
  from.length === 0
    ? []
    : [...new Set(Array.from({ length: integerBelow(random, most + 1) }, () => pick(random, from)))];

/** Returns a value in one of `oneIn` calls on average, and `undefined` in the others. */
export const seldom = <T>(random: Random, oneIn: number, make: () => T): T | undefined =>
  random() * oneIn < 1 ? make() : undefined;

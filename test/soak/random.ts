/**
 * Creates a generator of pseudo-random numbers from 0 (inclusive) to 1 (exclusive). Only the seed determines
 * them.
 */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

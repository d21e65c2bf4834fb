/** Generator of pseudo-random numbers. Equal seeds give equal numbers. */
export interface Random {
  /** Returns an integer from 0 up to, but not including, `limit`. */
  below(limit: number): number;
  pick<T>(choices: readonly [T, ...(readonly T[])]): T;
  /** Returns true with the given probability in per cent. */
  percent(chance: number): boolean;
}

/** Creates a Mulberry32 generator. Its state of 32 bits is sufficient for generated calendars. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * limit);
  };
  return {
    below,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
    percent: (chance) => below(100) < chance,
  };
};

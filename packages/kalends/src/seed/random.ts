/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  pick<T>(choices: readonly [T, ...(readonly T[])]): T;
  /** True in this many of a hundred cases. */
  percent(chance: number): boolean;
}

/** Mulberry32: 32 bits of state are plenty for made-up calendars. */
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

import { createRandom } from "../../soak/random.ts";

/** Random choices, determined by a seed. */
export interface Picking {
  below(count: number): number;
  pick<T>(values: readonly T[]): T;
  chance(share: number): boolean;
}

export const createPicking = (seed: number): Picking => {
  const random = createRandom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  return {
    below,
    // An empty list yields `undefined`; callers exclude it.
    pick: <T>(values: readonly T[]): T => values[below(values.length)] as T,
    chance: (share) => random() < share,
  };
};

import { createRandom } from "../../soak/random.ts";

/** Source of random choices. The seed determines all of them. */
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
    // For an empty list, the result would be `undefined`. Callers never pass an empty list.
    pick: <T>(values: readonly T[]): T => values[below(values.length)] as T,
    chance: (share) => random() < share,
  };
};

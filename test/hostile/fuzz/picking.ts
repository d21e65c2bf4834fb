import { createRandom } from "../../soak/random.ts";

/** Choices that follow from a seed. */
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
    // Of nothing it is nothing, which callers rule out.
    pick: <T>(values: readonly T[]): T => values[below(values.length)] as T,
    chance: (share) => random() < share,
  };
};

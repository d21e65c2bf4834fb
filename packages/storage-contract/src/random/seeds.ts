const { SEED } = process.env;
const seedOfRun: number = SEED ? Number(SEED) : Math.trunc(Math.random() * 2 ** 31);

/**
 * What a suite of random values begins with: its own seed, which every run tries, and one of this run, which the
 * environment variable `SEED` repeats.
 */
export const seedsOf = (own: number): readonly number[] => [own, seedOfRun];

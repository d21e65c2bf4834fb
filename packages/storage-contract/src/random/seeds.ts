const { SEED } = process.env;
const seedOfRun: number = SEED ? Number(SEED) : Math.trunc(Math.random() * 2 ** 31);

/**
 * Returns the seeds of a suite with random tests: a fixed one, and a new one for each run. Set the
 * environment variable `SEED` to repeat a run.
 */
export const seedsOf = (own: number): readonly number[] => [own, seedOfRun];

import { invalidParameter, type Repositories } from "@kalends/core";

/** Numbers of occurrences read and written through repositories. */
interface Bounds {
  readonly read: number;
  readonly written: number;
}

/**
 * Bounds of an atomic batch, for whose end all other writers wait on SQLite. A change of the largest series
 * writes about as many occurrences. Reading one costs a fifth of writing it.
 * Source: rules/interface.md#atomic-batch.
 */
export const BATCH_BOUNDS: Bounds = { read: 100_000, written: 20_000 };

/**
 * Wraps repositories and throws `rest_invalid_param` when more occurrences than the bounds are read or
 * written.
 */
export const boundOccurrences = (repositories: Repositories, bounds: Bounds): Repositories => {
  const { events } = repositories;
  const counts = { read: 0, written: 0 };
  const count = (way: keyof Bounds, occurrences: number): void => {
    counts[way] += occurrences;
    const maximum = bounds[way];
    if (counts[way] > maximum)
      throw invalidParameter("path", { reason: "too-many-occurrences", values: { maximum } });
  };
  return {
    ...repositories,
    events: {
      ...events,
      async saveOccurrences(occurrences) {
        count("written", occurrences.length);
        return events.saveOccurrences(occurrences);
      },
      async occurrencesOf(...range) {
        const read = await events.occurrencesOf(...range);
        count("read", read.length);
        return read;
      },
    },
  };
};

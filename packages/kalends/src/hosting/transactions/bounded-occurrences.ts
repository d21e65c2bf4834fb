import { invalidParameter, type Repositories } from "@kalends/core";

/** Maximum numbers of occurrences to read and to write. */
interface Bounds {
  readonly read: number;
  readonly written: number;
}

/**
 * Limits for an atomic batch, because on SQLite all other writers wait for its end. The largest series has
 * about as many occurrences as may be written. Reading an occurrence costs a fifth of writing it.
 * Source: rules/interface.md#atomic-batch.
 */
export const BATCH_BOUNDS: Bounds = { read: 100_000, written: 20_000 };

/**
 * Wraps repositories to throw `rest_invalid_param` if more occurrences are read or written than the limits
 * allow.
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

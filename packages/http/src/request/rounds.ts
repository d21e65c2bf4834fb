/** Of one round of the event loop: what else waits for it, timers and connections, comes between batches. */
const LARGEST = 32;

interface Batch {
  readonly released: Promise<void>;
  readonly release: () => void;
  size: number;
}

const createBatch = (): Batch => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { released, release, size: 0 };
};

/**
 * Requests that are read in one round of the event loop go on together in its check phase, up to so many; those beyond go on in the
 * next rounds. All of a batch were whole by then, so that one look at the store's revision, and one snapshot, is late enough for each:
 * no answer misses what was acknowledged before it was asked for. Calls of one batch answer the same promise.
 */
export const createBatching = (largest: number = LARGEST): (() => Promise<void>) => {
  const waiting: Batch[] = [];
  const releaseFirst = (): void => {
    waiting.shift()?.release();
    if (waiting.length > 0) setImmediate(releaseFirst);
  };
  return () => {
    let batch = waiting.at(-1);
    if (batch === undefined || batch.size >= largest) {
      batch = createBatch();
      waiting.push(batch);
      if (waiting.length === 1) setImmediate(releaseFirst);
    }
    batch.size += 1;
    return batch.released;
  };
};

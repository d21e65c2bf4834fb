/**
 * Requests that are read in one round of the event loop go on together in its check phase. All of a batch were whole by then, so
 * that one look at the store's revision, and one snapshot, is late enough for each: no answer misses what was acknowledged before
 * it was asked for. Calls of one round answer the same promise.
 */
export const createBatching = (): (() => Promise<void>) => {
  let batch: Promise<void> | undefined;
  return () => {
    batch ??= new Promise((resolve) => {
      setImmediate(() => {
        batch = undefined;
        resolve();
      });
    });
    return batch;
  };
};

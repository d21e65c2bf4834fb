/**
 * Writes that run later in a database transaction, many at a time.
 * They are needed for the text index, which is slow for single writes: it flushes everything collected so far
 * at each savepoint and at each statement that may fail partway.
 */
export interface DeferredWrites {
  /** Adds a write. `weight` is the approximate memory in bytes that the write holds until it runs. */
  add(write: () => void, weight: number): void;
  /** Runs the writes that have not run yet. */
  run(): void;
  /** Runs the writes that have not run yet, if they hold more than `MAX_WEIGHT` bytes. */
  runMany(): void;
  /** Removes all writes, for the next database transaction. */
  clear(): void;
  /** Records the state at the beginning of a unit of work, which has a savepoint. */
  beginUnit(): void;
  /** Returns to the recorded state, after a rollback to the savepoint of the unit. */
  undoUnit(): void;
  /** Returns the number of pending writes, for `undoTo`. No write may run between the two calls. */
  mark(): number;
  undoTo(mark: number): void;
}

/** Maximum memory that pending writes may hold, in bytes. */
const MAX_WEIGHT = 1_000_000;

export const createDeferredWrites = (): DeferredWrites => {
  const writes: (() => void)[] = [];
  let done = 0;
  let weight = 0;
  /**
   * Error of a write that may be done only in part. The transaction can be committed only after this write is
   * undone.
   */
  let failure: { readonly error: unknown } | undefined;
  /** State at the beginning of the unit, to which later writes can be undone. */
  let [writesBefore, doneBefore] = [0, 0];
  const run = (): void => {
    if (failure !== undefined) throw failure.error;
    try {
      for (const write of writes.slice(done)) {
        write();
        done += 1;
      }
    } catch (error) {
      failure = { error };
      throw error;
    }
    // If this unit is undone, its writes are undone too, so they can be removed from the list. Earlier writes
    // stay in the list, because they would have to run again.
    writes.length = writesBefore;
    done = writesBefore;
    weight = 0;
  };
  return {
    add(write, added) {
      writes.push(write);
      weight += added;
    },
    run,
    runMany() {
      if (weight > MAX_WEIGHT) run();
    },
    clear() {
      writes.length = 0;
      failure = undefined;
      [done, weight, writesBefore, doneBefore] = [0, 0, 0, 0];
    },
    beginUnit() {
      [writesBefore, doneBefore] = [writes.length, done];
    },
    undoUnit() {
      writes.length = writesBefore;
      done = doneBefore;
      failure = undefined;
    },
    mark: () => writes.length,
    undoTo(mark) {
      writes.length = mark;
    },
  };
};

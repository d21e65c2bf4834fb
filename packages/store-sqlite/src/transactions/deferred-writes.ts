/**
 * Writes that run late in a database transaction, many at a time. The text index needs this: at each
 * savepoint, and at each statement that may fail partway, it flushes everything collected so far.
 */
export interface DeferredWrites {
  /** Adds a write. `weight`: approximate memory that it holds until it runs, in bytes. */
  add(write: () => void, weight: number): void;
  /** Runs the remaining writes. */
  run(): void;
  /** Runs the remaining writes if they hold much memory. */
  runMany(): void;
  /** Resets the state for the next database transaction. */
  clear(): void;
  /** Begins a unit of work, with a savepoint. */
  beginUnit(): void;
  /** Resets the state after a rollback to that savepoint. */
  undoUnit(): void;
  /** Returns the number of pending writes. No write may run between this call and `undoTo`. */
  mark(): number;
  undoTo(mark: number): void;
}

/** Maximum memory of pending writes, in bytes. */
const MAX_WEIGHT = 1_000_000;

export const createDeferredWrites = (): DeferredWrites => {
  const writes: (() => void)[] = [];
  let done = 0;
  let weight = 0;
  /**
   * Error of a write that may be half done. The transaction can only be committed after that write is undone.
   */
  let failure: { readonly error: unknown } | undefined;
  /** State at the beginning of the unit; later writes can be undone. */
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
    // Writes of this unit that have run are undone with it. Earlier ones would have to run again.
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

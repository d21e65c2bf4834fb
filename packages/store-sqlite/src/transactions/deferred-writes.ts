/**
 * Writes that are done late in a transaction of the database, many at a time. The index of texts is made for that: at each
 * savepoint, and at each statement that may fail halfway, it writes out what it has gathered so far.
 */
export interface DeferredWrites {
  /** `weight`: the memory that it holds until then, roughly, in bytes. */
  add(write: () => void, weight: number): void;
  /** Does what is left to do. */
  run(): void;
  /** The same, once there is much of it. */
  runMany(): void;
  /** Starts over, for another transaction of the database. */
  clear(): void;
  /** Begins a unit of work, with a savepoint. */
  beginUnit(): void;
  /** After a return to that savepoint. */
  undoUnit(): void;
  /** How many there are; nothing is done between this and `undoTo`. */
  mark(): number;
  undoTo(mark: number): void;
}

/** What waits for its turn at most, in bytes. */
const MAX_WEIGHT = 1_000_000;

export const createDeferredWrites = (): DeferredWrites => {
  const writes: (() => void)[] = [];
  let done = 0;
  let weight = 0;
  /** Of one that may be half done: nothing can be committed unless that is undone. */
  let failure: { readonly error: unknown } | undefined;
  /** As it was when the unit began: what is done since then can be undone. */
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
    // What is of this unit, and done, is undone with it; what came before it would have to be done again.
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

import type { Connection } from "./connection.ts";

/** One state of the file for everything that is read in one go, as a request does. */
export interface Snapshot {
  /** Begins, unless it has begun; ends by itself before anything new comes in from outside. */
  hold(): void;
  /** Never throws: it runs where nobody could catch that. */
  end(): void;
}

/** All that are held in this process. */
const held = new Set<Snapshot>();

/**
 * Reads do not wait for anything, so that all reads of a request follow one another without a pause: its list, its total and
 * what belongs to the records agree. `connection` never writes.
 */
export const createSnapshot = (connection: Connection): Snapshot => {
  const snapshot: Snapshot = {
    hold() {
      if (held.has(snapshot)) return;
      connection.hold();
      held.add(snapshot);
      // After all promises that are settled by now, before the next event.
      process.nextTick(snapshot.end);
    },
    end() {
      if (held.delete(snapshot)) connection.release();
    },
  };
  return snapshot;
};

/** After a commit, so that everybody in this process sees what it wrote at once. */
export const endSnapshots = (): void => {
  for (const snapshot of held) snapshot.end();
};

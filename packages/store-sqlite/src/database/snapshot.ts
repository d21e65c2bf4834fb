import { channel } from "node:diagnostics_channel";
import type { Connection } from "./connection.ts";

/** One state of the file for everything that is read in one go, as a request does. */
interface Snapshot {
  /** Begins, unless it has begun; ends by itself before anything new comes in from outside. */
  hold(): void;
  close(): void;
}

/** A message for each commit of any store in this process: snapshots are out of date. */
const COMMITS = channel("@kalends/store-sqlite/commit");

/**
 * Reads do not wait for anything, so that all reads of a request follow one another without a pause: its list, its total and
 * what belongs to the records agree. `connection` never writes.
 */
export const createSnapshot = (connection: Connection): Snapshot => {
  let isHeld = false;
  /** Never throws: it runs where that could not be caught. */
  const end = (): void => {
    if (!isHeld) return;
    isHeld = false;
    connection.release();
  };
  COMMITS.subscribe(end);
  return {
    hold() {
      if (isHeld) return;
      connection.hold();
      isHeld = true;
      // After all promises that are settled by now, before the next event.
      process.nextTick(end);
    },
    close() {
      COMMITS.unsubscribe(end);
      end();
    },
  };
};

/** After a commit, so that all reads in this process see what it wrote at once. */
export const endSnapshots = (): void => COMMITS.publish(undefined);

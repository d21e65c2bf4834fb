import { channel } from "node:diagnostics_channel";
import type { Connection } from "./connection.ts";

/**
 * Snapshot: one state of the file for all reads that follow each other directly, such as those of one
 * request.
 */
interface Snapshot {
  /**
   * Begins a snapshot if none is open, and returns its version. The snapshot ends before the event loop
   * handles the next event.
   */
  hold(): number;
  /**
   * True if the reads of the snapshot have blocked the event loop for too long. The snapshot ends after the
   * event loop has handled other events.
   */
  isOverlong(): boolean;
  /**
   * Returns the version of the open snapshot. Without an open snapshot, returns the version of the file,
   * which is checked at most once in each turn of the event loop.
   */
  version(): number;
  close(): void;
}

/** Functions that are called once for each snapshot. If one throws, the snapshot does not begin. */
interface SnapshotListener {
  /** Called before the snapshot begins. */
  check(): void;
  /** Called in the snapshot, before any other read. */
  validate(version: number): void;
}

/**
 * Number of milliseconds after which a snapshot is too long. The reads of one request take less time, and
 * clients do not notice such a delay.
 */
const MAX_MS = 100;

/**
 * Channel on which each store of this process announces its commits. Snapshots from before a commit are
 * outdated.
 */
const COMMITS = channel("@kalends/store-sqlite/commit");

/**
 * Creates the snapshots of a connection that never writes. The reads of a request never wait, so they run in
 * the same turn of the event loop, unless they take too long. A list, its total and related records therefore
 * come from the same state.
 */
export const createSnapshot = (connection: Connection, { check, validate }: SnapshotListener): Snapshot => {
  let held: number | undefined;
  let began = 0;
  let seen: number | undefined;
  /** Ends the snapshot. Never throws, because no caller could catch the error. */
  const end = (): void => {
    seen = undefined;
    if (held === undefined) return;
    held = undefined;
    connection.release();
  };
  COMMITS.subscribe(end);
  return {
    hold() {
      if (held !== undefined) return held;
      check();
      try {
        const version = connection.hold();
        validate(version);
        held = version;
        began = performance.now();
      } catch (error) {
        connection.release();
        throw error;
      }
      // `end` runs after all promises that are already resolved, and before the next event.
      process.nextTick(end);
      return held;
    },
    isOverlong: () => held !== undefined && performance.now() - began > MAX_MS,
    version() {
      if (held !== undefined) return held;
      if (seen === undefined) {
        seen = connection.version();
        process.nextTick(end);
      }
      return seen;
    },
    close() {
      COMMITS.unsubscribe(end);
      end();
    },
  };
};

/** Ends all snapshots of this process after a commit, so that later reads see the commit at once. */
export const endSnapshots = (): void => COMMITS.publish(undefined);

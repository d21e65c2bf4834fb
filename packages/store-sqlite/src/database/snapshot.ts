import { channel } from "node:diagnostics_channel";
import type { Connection } from "./connection.ts";

/** One state of the file for all consecutive reads, such as those of a request. */
interface Snapshot {
  /**
   * Begins a snapshot unless one is open, and returns its version. It ends before the next external event is
   * handled.
   */
  hold(): number;
  /**
   * True if the reads of the snapshot have blocked the event loop too long. The snapshot ends once the event
   * loop has handled other events.
   */
  isOverlong(): boolean;
  /**
   * Returns the version of the open snapshot, else that of the file. The file is checked at most once between
   * two external events.
   */
  version(): number;
  close(): void;
}

/** Callbacks that run once for each snapshot. If one throws, no snapshot begins. */
interface SnapshotListener {
  /** Runs before the snapshot begins. */
  check(): void;
  /** Runs in the snapshot, before any other read. */
  validate(version: number): void;
}

/**
 * Milliseconds after which a snapshot is overlong. Longer than the reads of one request take, but too short
 * for clients to notice.
 */
const MAX_MS = 100;

/**
 * Channel with a message for each commit of any store in this process, after which snapshots are outdated.
 */
const COMMITS = channel("@kalends/store-sqlite/commit");

/**
 * Creates the snapshot of a connection that never writes. The reads of a request do not wait for anything, so
 * they follow each other without a pause, unless they take too long. So a list, its total and related records
 * are consistent.
 */
export const createSnapshot = (connection: Connection, { check, validate }: SnapshotListener): Snapshot => {
  let held: number | undefined;
  let began = 0;
  let seen: number | undefined;
  /** Never throws, because no caller could catch the error. */
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
      // Runs after all promises that are already resolved, before the next event.
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

/** Ends all snapshots in this process after a commit, so that later reads see it immediately. */
export const endSnapshots = (): void => COMMITS.publish(undefined);

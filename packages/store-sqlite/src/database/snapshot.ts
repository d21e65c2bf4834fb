import { channel } from "node:diagnostics_channel";
import type { Connection } from "./connection.ts";

/** One state of the file for everything that is read in one go, as a request does. */
interface Snapshot {
  /** Begins, unless it has begun; ends by itself before anything new comes in from outside. Answers its version. */
  hold(): number;
  /** Whether what is read in it has kept everything else waiting for too long: it ends by itself once others had their turn. */
  isOverlong(): boolean;
  /** The version of the one that has begun, else that of the file; asked once before anything new comes in from outside. */
  version(): number;
  close(): void;
}

/** What is done once for each snapshot. When one of them throws, there is none. */
interface SnapshotListener {
  /** Before it begins. */
  check(): void;
  /** In it, before anything else is read. */
  validate(version: number): void;
}

/** Longer than what one request reads takes; shorter than what clients would notice. */
const LONGEST_MS = 100;

/** A message for each commit of any store in this process: snapshots are out of date. */
const COMMITS = channel("@kalends/store-sqlite/commit");

/**
 * Reads do not wait for anything, so that all reads of a request follow one another without a pause, unless they take overlong: its list, its
 * total and what belongs to the records agree. `connection` never writes.
 */
export const createSnapshot = (connection: Connection, { check, validate }: SnapshotListener): Snapshot => {
  let held: number | undefined;
  let began = 0;
  let seen: number | undefined;
  /** Never throws: it runs where that could not be caught. */
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
      // After all promises that are settled by now, before the next event.
      process.nextTick(end);
      return held;
    },
    isOverlong: () => held !== undefined && performance.now() - began > LONGEST_MS,
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

/** After a commit, so that all reads in this process see what it wrote at once. */
export const endSnapshots = (): void => COMMITS.publish(undefined);

import type { Clock } from "@kalends/core";
import { systemClock } from "../jobs/timers.ts";
import { type CommandContext, countOf } from "./command-context.ts";

/** How far a command is: one line on a terminal that is written anew, and now and then a line of its own elsewhere. */
export interface Progress {
  /** So many are done since the beginning, of so many where that is known. Cheap enough for each record. */
  at(done: number, total?: number): void;
  /** Takes the line off the terminal. */
  end(): void;
}

export interface ProgressOptions {
  /** What is counted, in the plural, ending in s: `events`. */
  readonly nouns: string;
  /** How many there are, where that is known before. */
  readonly total?: number;
  /** What an earlier run has done of them, which says nothing of how quick this one is; 0 by default. */
  readonly before?: number;
  /** The time of this computer by default. */
  readonly clock?: Clock;
}

/** Between two looks of the terminal's line. */
const REDRAW_MS = 100;
/** What ends sooner has no lines elsewhere; from then on that is the longest time without one. */
const LINE_MS = 10_000;
/** So many records make a line sooner than that, at most one a second. */
const LINE_RECORDS = 5000;
const SHORTEST_LINE_MS = 1000;
/** Sooner no rate means anything. */
const RATE_MS = 1000;

/** Begins to count. Done, left, how many a second and the time left, as far as they are known. */
export const createProgress = (
  { showProgress, warn, stderr }: Pick<CommandContext, "showProgress" | "warn" | "stderr">,
  { nouns, total: expected, before = 0, clock = systemClock }: ProgressOptions,
): Progress => {
  const begun = clock.now();
  let total = expected;
  let last = { time: begun, done: before };
  let hasLines = false;

  const isDue = (done: number, time: number): boolean => {
    const passed = time - last.time;
    if (stderr.isTTY) return passed >= REDRAW_MS || !hasLines;
    if (passed >= LINE_MS) return true;
    return hasLines && passed >= SHORTEST_LINE_MS && done - last.done >= LINE_RECORDS;
  };

  return {
    at(done, known = total) {
      total = known;
      const time = clock.now();
      if (!isDue(done, time)) return;
      hasLines = true;
      last = { time, done };
      const text = progressText({ nouns, done, total, fresh: done - before, elapsedMs: time - begun });
      if (stderr.isTTY) showProgress(text);
      else warn(text);
    },
    end() {
      showProgress("");
    },
  };
};

interface ProgressState {
  readonly nouns: string;
  readonly done: number;
  readonly total: number | undefined;
  /** Of those done, the ones of this run. */
  readonly fresh: number;
  readonly elapsedMs: number;
}

/** Such as `250 of 1000 events, 750 left, 50 a second, 15 s to go`. */
const progressText = ({ nouns, done, total, fresh, elapsedMs }: ProgressState): string => {
  const rate = elapsedMs >= RATE_MS ? (fresh * 1000) / elapsedMs : 0;
  const speed = rate > 0 ? [`${rate < 10 ? Number(rate.toFixed(1)) : Math.round(rate)} a second`] : [];
  // A total that turns out to be too low is none.
  if (total === undefined || total < done) return [countOf(done, nouns), ...speed].join(", ");
  const left = total - done;
  const time = rate > 0 && left > 0 ? [`${durationOf(left / rate)} to go`] : [];
  return [`${done} of ${countOf(total, nouns)}`, `${left} left`, ...speed, ...time].join(", ");
};

/** Of so many seconds, rounded up. */
const durationOf = (seconds: number): string => {
  if (seconds <= 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

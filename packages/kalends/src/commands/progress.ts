import type { Clock } from "@kalends/core";
import { systemClock } from "../jobs/timers.ts";
import { type CommandContext, countOf } from "./command-context.ts";

/**
 * Progress display of a command. On a terminal, one line is updated. Otherwise, a new line is printed from
 * time to time.
 */
export interface Progress {
  /**
   * Reports the number of processed records, and the total if known. A call costs so little that it can be
   * made for each record.
   */
  at(done: number, total?: number): void;
  /** Erases the line from the terminal. */
  end(): void;
}

export interface ProgressOptions {
  /** Noun for the counted records: a plural that ends in s, such as `events`. */
  readonly nouns: string;
  /** Total number of records, if known in advance. */
  readonly total?: number;
  /** Number of records that an earlier run processed. They do not count for the rate. Defaults to 0. */
  readonly before?: number;
  /** Clock; the system clock by default. */
  readonly clock?: Clock;
}

/** Minimum milliseconds between two updates of the line on a terminal. */
const REDRAW_MS = 100;
/** Maximum milliseconds between two printed lines without a terminal. Shorter work prints no line. */
const LINE_MS = 10_000;
/**
 * Number of processed records after which a line is printed before `LINE_MS` has passed, at most once a
 * second. Does not apply to the first line.
 */
const LINE_RECORDS = 5000;
const MIN_LINE_INTERVAL_MS = 1000;
/** Minimum milliseconds of work before a rate is shown. */
const RATE_MS = 1000;

/**
 * Starts a progress display. The display shows the processed and remaining records, the rate and the
 * remaining time, as far as they are known.
 */
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
    return hasLines && passed >= MIN_LINE_INTERVAL_MS && done - last.done >= LINE_RECORDS;
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
  /** Number of records that this run processed. */
  readonly fresh: number;
  readonly elapsedMs: number;
}

/** Returns text such as `250 of 1000 events, 750 left, 50 a second, 15 s to go`. */
const progressText = ({ nouns, done, total, fresh, elapsedMs }: ProgressState): string => {
  const rate = elapsedMs >= RATE_MS ? (fresh * 1000) / elapsedMs : 0;
  const speed = rate > 0 ? [`${rate < 10 ? Number(rate.toFixed(1)) : Math.round(rate)} a second`] : [];
  // Ignore a total that is lower than the number of processed records.
  if (total === undefined || total < done) return [countOf(done, nouns), ...speed].join(", ");
  const left = total - done;
  const time = rate > 0 && left > 0 ? [`${durationOf(left / rate)} to go`] : [];
  return [`${done} of ${countOf(total, nouns)}`, `${left} left`, ...speed, ...time].join(", ");
};

/** Formats seconds as a duration, rounded up to the displayed unit. */
const durationOf = (seconds: number): string => {
  if (seconds <= 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

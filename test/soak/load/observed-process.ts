import { appendFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

/** What a process says of itself each half second. */
export interface Observation {
  /** Milliseconds of the clock. */
  readonly at: number;
  readonly pid: number;
  /** Resident memory, in bytes. */
  readonly rss: number;
  /** Milliseconds by which timers of the event loop were late: 99 of 100 no later, and the latest one. */
  readonly delayP99: number;
  readonly delayMax: number;
  /** Every delay of that half second, sorted into milliseconds. */
  readonly delays: readonly (readonly [milliseconds: number, count: number])[];
}

const RESOLUTION_MS = 5;
const PERIOD_MS = 500;

// Loaded by `--import` into a server that knows nothing of it.
const file = process.env.KALENDS_TEST_OBSERVED;
if (file !== undefined) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  // The histogram has the intervals between its timers.
  const toDelay = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  setInterval(() => {
    const delays = new Map<number, number>();
    let before = 0;
    for (let percent = 1; percent <= 100; percent += 1) {
      const delay = Math.round(toDelay(histogram.percentile(percent)));
      const count = Math.round((histogram.count * percent) / 100) - before;
      before += count;
      delays.set(delay, (delays.get(delay) ?? 0) + count);
    }
    const observation: Observation = {
      at: Date.now(),
      pid: process.pid,
      rss: process.memoryUsage.rss(),
      delayP99: toDelay(histogram.percentile(99)),
      delayMax: toDelay(histogram.max),
      delays: [...delays],
    };
    histogram.reset();
    appendFileSync(file, `${JSON.stringify(observation)}\n`);
  }, PERIOD_MS).unref();
}

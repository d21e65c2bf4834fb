import { appendFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

/** Measurement that a server process reports every half second. */
export interface Observation {
  /** Time of the measurement in milliseconds. */
  readonly at: number;
  readonly pid: number;
  /** Resident memory in bytes. */
  readonly rss: number;
  /** Delay of the event loop in milliseconds: 99th percentile and maximum. */
  readonly delayP99: number;
  readonly delayMax: number;
  /** Number of event loop delays in this half second, by milliseconds. */
  readonly delays: readonly (readonly [milliseconds: number, count: number])[];
}

const RESOLUTION_MS = 5;
const PERIOD_MS = 500;

// The module is loaded into a server with `--import`, so the server itself needs no change.
const file = process.env.KALENDS_TEST_OBSERVED;
if (file !== undefined) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  // The histogram has the intervals between two timers. The planned interval is subtracted to get the delay.
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

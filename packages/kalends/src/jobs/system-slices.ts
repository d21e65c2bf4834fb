import { setImmediate as nextEvent, setTimeout as sleep } from "node:timers/promises";
import { type CoreCapacities, createSlices, type Slices } from "@kalends/core/interface";

interface SystemSlicesDeps {
  readonly closing: AbortSignal;
  readonly capacities: CoreCapacities;
}

/**
 * Creates the slices of this process's event loop. They use elapsed time, independent of the calendar's
 * clock.
 */
export const createSystemSlices = ({ closing, capacities }: SystemSlicesDeps): Slices =>
  createSlices({
    capacities,
    now: () => performance.now(),
    pause: () => nextEvent(),
    // Waiting ends with an error when the calendar closes.
    sleep: (milliseconds) =>
      sleep(milliseconds, undefined, { signal: closing }).catch(() => {
        throw closing.reason;
      }),
  });

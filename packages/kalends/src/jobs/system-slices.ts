import { setImmediate as nextEvent, setTimeout as sleep } from "node:timers/promises";
import { type CoreCapacities, createSlices, type Slices } from "@kalends/core/interface";

interface SystemSlicesDeps {
  readonly closing: AbortSignal;
  readonly capacities: CoreCapacities;
}

/**
 * Creates the limiter that splits long computations of this process into slices. The limiter measures elapsed
 * time, independent of the calendar's clock.
 */
export const createSystemSlices = ({ closing, capacities }: SystemSlicesDeps): Slices =>
  createSlices({
    capacities,
    now: () => performance.now(),
    pause: () => nextEvent(),
    // When the calendar closes, a waiting computation ends with an error.
    sleep: (milliseconds) =>
      sleep(milliseconds, undefined, { signal: closing }).catch(() => {
        throw closing.reason;
      }),
  });

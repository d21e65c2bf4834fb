import { setImmediate as nextEvent, setTimeout as sleep } from "node:timers/promises";
import { type CoreCapacities, createSlices, type Slices } from "@kalends/core/interface";

interface SystemSlicesDeps {
  readonly closing: AbortSignal;
  readonly capacities: CoreCapacities;
}

/** Slices of the event loop of this process. By the time that passes, whatever the clock of the calendar says. */
export const createSystemSlices = ({ closing, capacities }: SystemSlicesDeps): Slices =>
  createSlices({
    capacities,
    now: () => performance.now(),
    pause: () => nextEvent(),
    // Nobody waits for work to be free while the calendar closes.
    sleep: (milliseconds) =>
      sleep(milliseconds, undefined, { signal: closing }).catch(() => {
        throw closing.reason;
      }),
  });

import { setImmediate as nextEvent, setTimeout as sleep } from "node:timers/promises";
import { createSlices, type Slices } from "@kalends/core";

/** Slices of the event loop of this process. By the time that passes, whatever the clock of the calendar says. */
export const createSystemSlices = (): Slices =>
  createSlices({
    now: () => performance.now(),
    pause: () => nextEvent(),
    sleep: (milliseconds) => sleep(milliseconds),
  });

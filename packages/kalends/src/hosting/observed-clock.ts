import type { Clock } from "@kalends/core";

/** A clock that counts. */
export interface ObservedClock extends Clock {
  /** How often it was asked so far. */
  timesAsked(): number;
}

/** The same clock: whether it was asked says whether what was made may depend on the time. */
export const observeClock = (clock: Clock): ObservedClock => {
  let count = 0;
  return {
    now() {
      count += 1;
      return clock.now();
    },
    timesAsked: () => count,
  };
};

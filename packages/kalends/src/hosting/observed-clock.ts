import type { Clock } from "@kalends/core";

/** A clock that counts. */
export interface ObservedClock extends Clock {
  /** How often it was asked for the time so far. */
  timesAsked(): number;
  /** How often it was asked for the UTC day alone. */
  daysAsked(): number;
}

/** The same clock: whether it was asked says whether what was made may depend on the time. */
export const observeClock = (clock: Clock): ObservedClock => {
  let times = 0;
  let days = 0;
  return {
    now(precision) {
      if (precision === "day") days += 1;
      else times += 1;
      return clock.now();
    },
    timesAsked: () => times,
    daysAsked: () => days,
  };
};

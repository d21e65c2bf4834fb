import type { Clock } from "@kalends/core";

/** Clock that counts how often it is read. */
export interface ObservedClock extends Clock {
  /** Returns how often the time was read so far. */
  timesRead(): number;
  /** Returns how often only the UTC day was read. */
  daysRead(): number;
}

/** Returns the clock with counts of its reads. They show whether a response may depend on the time. */
export const observeClock = (clock: Clock): ObservedClock => {
  let times = 0;
  let days = 0;
  return {
    now(precision) {
      if (precision === "day") days += 1;
      else times += 1;
      return clock.now();
    },
    timesRead: () => times,
    daysRead: () => days,
  };
};

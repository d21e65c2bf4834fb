import type { Clock } from "@kalends/core";

/** Clock that counts its reads. */
export interface ObservedClock extends Clock {
  /** Returns the number of reads of the time. */
  timesRead(): number;
  /** Returns the number of reads that used only the UTC day. */
  daysRead(): number;
}

/** Wraps a clock to count its reads. The counts show whether a response may depend on the time. */
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

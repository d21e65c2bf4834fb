import { DAY } from "@kalends/core/plugin";
/** Venues to be geocoded, by id, first come first served. */
export interface WaitingVenues {
  /** Asks for a venue to be looked at; one that waits already keeps its place and its time. */
  add(id: number): void;
  /** Takes out the first one whose time has come; milliseconds since 1970. */
  take(now: number): Waiting | undefined;
  /** Puts one back as it was. */
  giveBack(waiting: Waiting): void;
  /** Puts one back that has failed: for a minute, then twice as long each time, up to a day. */
  retry(waiting: Waiting, now: number): void;
}

export interface Waiting {
  readonly id: number;
  readonly due: number;
  /** How often it has failed. */
  readonly failures: number;
}

const MINUTE = 60 * 1000;

export const createWaitingVenues = (): WaitingVenues => {
  const waiting = new Map<number, Waiting>();
  return {
    add(id) {
      if (!waiting.has(id)) waiting.set(id, { id, due: 0, failures: 0 });
    },
    take(now) {
      for (const one of waiting.values()) {
        if (one.due > now) continue;
        waiting.delete(one.id);
        return one;
      }
      return undefined;
    },
    giveBack: (one) => void waiting.set(one.id, one),
    retry({ id, failures }, now) {
      waiting.set(id, { id, due: now + Math.min(DAY, MINUTE * 2 ** failures), failures: failures + 1 });
    },
  };
};

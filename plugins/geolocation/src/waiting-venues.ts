import { DAY } from "@kalends/core/plugin";
/** Queue of venues to geocode, by id, in the order in which they were added. */
export interface WaitingVenues {
  /** Queues a venue. A venue that is already queued keeps its position and due time. */
  add(id: number): void;
  /** Removes and returns the first venue that is due. `now`: milliseconds since 1970. */
  take(now: number): Waiting | undefined;
  /** Queues a removed venue again, unchanged. */
  putBack(waiting: Waiting): void;
  /**
   * Queues a failed venue again. The delay is one minute at first and doubles with each failure, up to a day.
   */
  retry(waiting: Waiting, now: number): void;
}

export interface Waiting {
  readonly id: number;
  readonly due: number;
  /** Number of failed attempts so far. */
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
    putBack: (one) => void waiting.set(one.id, one),
    retry({ id, failures }, now) {
      waiting.set(id, { id, due: now + Math.min(DAY, MINUTE * 2 ** failures), failures: failures + 1 });
    },
  };
};

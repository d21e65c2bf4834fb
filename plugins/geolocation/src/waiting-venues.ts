import { DAY } from "@kalends/core/plugin";
/** In-memory queue of the ids of venues that need geocoding, in the order of their insertion. */
export interface WaitingVenues {
  /** Adds a venue to the queue. If the venue is already queued, its position and due time do not change. */
  add(id: number): void;
  /**
   * Removes the first venue in the queue that is due, and returns it. Returns `undefined` if none is due.
   * `now` is in milliseconds since 1970.
   */
  take(now: number): Waiting | undefined;
  /** Adds a venue that `take` returned to the end of the queue. Its failures and due time do not change. */
  putBack(waiting: Waiting): void;
  /**
   * Adds a venue to the end of the queue after its lookup failed. The venue is due again after one minute.
   * The delay doubles with each further failure, up to one day.
   */
  retry(waiting: Waiting, now: number): void;
}

export interface Waiting {
  readonly id: number;
  readonly due: number;
  /** Number of failed lookups of this venue so far. */
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

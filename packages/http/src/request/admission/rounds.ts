import { setImmediate as nextEvent, setTimeout as pause } from "node:timers/promises";

/** Detection of clients that are opening new connections. */
export interface Arrivals {
  /** Records a new connection. Call it with the first request of each connection. */
  note(): void;
  /** True if a connection was opened in this round of the event loop or in the previous one. */
  areComing(): boolean;
  /**
   * Resolves when no clients are connecting any more: at the earliest in the next round of the event loop, at
   * the latest after `MAX_ROUNDS` rounds. Long work calls it to let clients connect.
   */
  passed(): Promise<void>;
}

/**
 * Maximum number of event loop rounds for which long work waits. Without this limit, clients that keep
 * connecting could block the work forever.
 */
const MAX_ROUNDS = 100;

/**
 * Creates the detection of new connections. Node accepts one connection per round of the event loop, so the
 * last of many clients waits many rounds. Therefore, rounds must be short while clients connect.
 */
export const createArrivals = (): Arrivals => {
  let rounds = 0;
  const countDown = (): void => {
    rounds -= 1;
    if (rounds > 0) setImmediate(countDown);
  };
  return {
    note() {
      if (rounds === 0) setImmediate(countDown);
      rounds = 2;
    },
    areComing: () => rounds > 0,
    async passed() {
      let waited = 0;
      do {
        await nextEvent();
        waited += 1;
      } while (rounds > 0 && waited < MAX_ROUNDS);
    },
  };
};

/**
 * Creates a function that makes callers wait and resumes them together. By default, it resumes all requests
 * of an event loop round in the check phase. At most `largest()` requests resume at once. The others resume
 * in the next rounds, so that timers and connections are served in between.
 *
 * Before the check phase, all requests of a round have been read. Therefore, one check of the store's
 * revision and one snapshot suffice for all requests of the round. No response misses a write that was
 * acknowledged before its request. `next`: calls its argument later. The guarantees of this paragraph need a
 * `next` that calls it in a check phase, as the default does.
 */
export const createRounds = (
  largest: () => number,
  next: (call: () => void) => unknown = setImmediate,
): (() => Promise<void>) => {
  const waiting: (() => void)[] = [];
  const release = (): void => {
    for (const resume of waiting.splice(0, largest())) resume();
    if (waiting.length > 0) next(release);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) next(release);
    });
};

const REFUSALS_MS = 10;

/**
 * Creates a function that resolves when a refusal may be sent, in the order of the calls. `refusals`: maximum
 * number in ten milliseconds. The delay slows down clients that retry immediately.
 */
export const createRefusalTurns = (
  refusals: number,
  wait: (milliseconds: number) => Promise<unknown> = pause,
): (() => Promise<void>) =>
  createRounds(
    () => refusals,
    (release) => wait(REFUSALS_MS).then(release),
  );

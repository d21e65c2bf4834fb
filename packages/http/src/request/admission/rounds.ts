import { setTimeout as pause } from "node:timers/promises";

interface Round {
  readonly released: Promise<void>;
  readonly release: () => void;
  size: number;
}

const createRound = (): Round => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { released, release, size: 0 };
};

/**
 * Requests that are read in one round of the event loop go on together in its check phase, up to so many; those beyond go on in the
 * next rounds: what else waits for the event loop, timers and connections, comes between rounds. All of a round were whole by then, so that one look at the store's revision, and one snapshot, is late enough for each:
 * no answer misses what was acknowledged before it was asked for. Calls of one round answer the same promise. `next` calls in the check phase of
 * this round, or of a later one.
 */
export const createRounds = (
  largest: () => number,
  next: (call: () => void) => unknown = setImmediate,
): (() => Promise<void>) => {
  const waiting: Round[] = [];
  const releaseFirst = (): void => {
    waiting.shift()?.release();
    if (waiting.length > 0) next(releaseFirst);
  };
  return () => {
    let round = waiting.at(-1);
    if (round === undefined || round.size >= largest()) {
      round = createRound();
      waiting.push(round);
      if (waiting.length === 1) next(releaseFirst);
    }
    round.size += 1;
    return round.released;
  };
};

const REFUSALS_MS = 10;

/** `refusals`: in ten milliseconds. The turns of refusals, which each call waits for in order: clients that come again at once get no more of them than there are turns. */
export const createRefusalTurns = (
  refusals: number,
  wait: (milliseconds: number) => Promise<unknown> = pause,
): (() => Promise<void>) =>
  createRounds(
    () => refusals,
    (release) => wait(REFUSALS_MS).then(release),
  );

/** Awaited between small steps of work that nobody waits for: requests come first. */
export type NextStep = () => Promise<void>;

/** Milliseconds of work without a pause. */
const SLICE = 5;
/** Milliseconds of a pause, and how many times as long as the work before it: others have the event loop for most of the time. */
const PAUSE = 20;
const FACTOR = 4;
/** Milliseconds that a timer may be late: beyond it requests are under way, and another pause follows. */
const LATE = 5;
/** Milliseconds after which work continues although requests keep coming. */
const LONGEST_PAUSE = 1_000;

/**
 * Work in slices of a few milliseconds, each followed by a pause until the event loop has little else to do. `now`: milliseconds; `pause` waits for
 * so many of them.
 */
export const createSlices = (
  now: () => number = () => performance.now(),
  pause: (milliseconds: number) => Promise<void> = (milliseconds) =>
    new Promise((resolve) => void setTimeout(resolve, milliseconds)),
): NextStep => {
  let began = now();
  return async () => {
    const paused = now();
    const taken = paused - began;
    if (taken < SLICE) return;
    const length = Math.min(Math.max(PAUSE, FACTOR * taken), LONGEST_PAUSE);
    let late: number;
    do {
      const before = now();
      await pause(length);
      late = now() - before - length;
    } while (late > LATE && now() - paused < LONGEST_PAUSE);
    began = now();
  };
};

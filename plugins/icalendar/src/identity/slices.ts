/**
 * Function to call before each small step of background work. It pauses from time to time, so that requests
 * are not delayed.
 */
export type NextStep = () => Promise<void>;

/** Maximum milliseconds of work before a pause. */
const SLICE = 5;
/**
 * Minimum pause in milliseconds. A pause is also at least `FACTOR` times as long as the work before it. The
 * event loop is thus free most of the time.
 */
const PAUSE = 20;
const FACTOR = 4;
/**
 * Maximum delay of a timer in milliseconds. If a timer fires later, the event loop is busy with requests, and
 * another pause follows.
 */
const LATE = 5;
/** Maximum total pause in milliseconds. After it, the work continues even if the event loop is busy. */
const MAX_PAUSE = 1_000;

/**
 * Creates a function that pauses background work. After a few milliseconds of work, it waits until the event
 * loop is no longer busy. `now` returns the time in milliseconds. `pause` waits for the given number of
 * milliseconds.
 */
export const createSlices = (
  now: () => number = () => performance.now(),
  pause: (milliseconds: number) => Promise<void> = (milliseconds) =>
    new Promise((resolve) => void setTimeout(resolve, milliseconds)),
): NextStep => {
  let startedAt = now();
  return async () => {
    const paused = now();
    const elapsed = paused - startedAt;
    if (elapsed < SLICE) return;
    const length = Math.min(Math.max(PAUSE, FACTOR * elapsed), MAX_PAUSE);
    let late: number;
    do {
      const before = now();
      await pause(length);
      late = now() - before - length;
    } while (late > LATE && now() - paused < MAX_PAUSE);
    startedAt = now();
  };
};

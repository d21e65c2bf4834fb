/** Waits if needed before the next small step of background work, so that requests come first. */
export type NextStep = () => Promise<void>;

/** Milliseconds of work without a pause. */
const SLICE = 5;
/**
 * Minimum pause in milliseconds, and the factor by which a pause exceeds the work before it. The event loop
 * is thus free most of the time.
 */
const PAUSE = 20;
const FACTOR = 4;
/**
 * Milliseconds that a timer may be late. A later timer means that requests are being served, so another pause
 * follows.
 */
const LATE = 5;
/** Milliseconds after which the work continues even if requests keep coming. */
const MAX_PAUSE = 1_000;

/**
 * Returns a function that divides work into slices of a few milliseconds. A pause follows each slice until
 * the event loop has little else to do. `now` returns milliseconds; `pause` waits for a number of
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

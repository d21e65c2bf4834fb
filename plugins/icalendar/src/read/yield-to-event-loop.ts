/** Waits if needed so that other tasks can run. Called between small steps of work. */
export type YieldToEventLoop = () => Promise<void>;

/** Milliseconds of work without a pause. */
const SLICE_MS = 5;

/**
 * Returns a function that yields to the event loop after every few milliseconds of work. Tests replace `now`,
 * in milliseconds, and `pause`, which lets pending tasks run.
 */
export const createYieldToEventLoop = (
  now: () => number = () => performance.now(),
  pause: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve, 0)),
): YieldToEventLoop => {
  let began = now();
  return async () => {
    if (now() - began < SLICE_MS) return;
    await pause();
    began = now();
  };
};

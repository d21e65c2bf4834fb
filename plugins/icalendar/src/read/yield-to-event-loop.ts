/** Function to call between small steps of work. It sometimes waits, so that other tasks can run. */
export type YieldToEventLoop = () => Promise<void>;

/** Maximum milliseconds of work before other tasks may run. */
const SLICE_MS = 5;

/**
 * Creates a function that yields to the event loop after every few milliseconds of work. Tests replace `now`,
 * the time in milliseconds, and `pause`, which lets other tasks run.
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

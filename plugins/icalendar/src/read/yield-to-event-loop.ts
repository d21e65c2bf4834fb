/** Function to call between small steps of work. It sometimes waits, so that other tasks can run. */
export type YieldToEventLoop = () => Promise<void>;

/** Maximum milliseconds of work before other tasks may run. */
const SLICE_MS = 5;

/** Function that creates a `YieldToEventLoop`, which yields after every few milliseconds of work. */
export type CreateYield = () => YieldToEventLoop;

/**
 * Creates a factory of functions that yield to the event loop. All functions of one factory take turns: after
 * each pause, only one of them continues. Many imports at the same time therefore delay other tasks no more
 * than one import does. Tests replace `now`, the time in milliseconds, and `pause`, which lets other tasks
 * run.
 */
export const createYields = (
  now: () => number = () => performance.now(),
  pause: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve, 0)),
): CreateYield => {
  let turn = Promise.resolve();
  return () => {
    let began = now();
    return async () => {
      if (now() - began < SLICE_MS) return;
      turn = turn.then(pause);
      await turn;
      began = now();
    };
  };
};

/**
 * Creates a function that yields to the event loop and takes turns with all other such functions of this
 * process.
 */
export const createYieldToEventLoop: CreateYield = createYields();

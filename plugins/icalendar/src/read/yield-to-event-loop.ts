/** Function to call between small steps of work. It sometimes waits, so that other tasks can run. */
export type YieldToEventLoop = () => Promise<void>;

/** Maximum milliseconds of work before other tasks may run. */
const SLICE_MS = 5;

/** Creates functions that yield to the event loop after every few milliseconds of work. */
export type CreateYield = () => YieldToEventLoop;

/**
 * Creates the source of these functions. They take turns: between two pauses of the event loop, only one of
 * them continues, so that many imports at the same time delay others no more than one. Tests replace `now`,
 * the time in milliseconds, and `pause`, which lets other tasks run.
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

/** Creates a function that takes turns with all others of this process. */
export const createYieldToEventLoop: CreateYield = createYields();

/** Lets other tasks run now and then: awaited between small portions of work. */
export type Breathe = () => Promise<void>;

/** Milliseconds of work without a pause. */
const BREATH = 5;

/** `now`: milliseconds, for tests, as `pause`, which lets all that waits run. */
export const createBreathe = (
  now: () => number = () => performance.now(),
  pause: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve, 0)),
): Breathe => {
  let began = now();
  return async () => {
    if (now() - began < BREATH) return;
    await pause();
    began = now();
  };
};

import type { Timers } from "./timers.ts";

/** How long what still runs may take when the calendar closes. */
const GRACE_MS = 10_000;

/** Resolves or rejects as the work does, or resolves after so many milliseconds, which `giveUp` is told. */
export const withTimeLimit = async (
  work: Promise<unknown>,
  timers: Timers,
  giveUp: () => void,
  patienceMs: number = GRACE_MS,
): Promise<void> => {
  let cancel = (): void => {};
  const patience = new Promise<void>((resolve) => {
    cancel = timers.after(patienceMs, () => {
      giveUp();
      resolve();
    });
  });
  try {
    await Promise.race([work, patience]);
  } finally {
    cancel();
  }
};

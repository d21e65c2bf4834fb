import type { Timers } from "./timers.ts";

/** How long what still runs may take when the calendar closes. */
const GRACE_MS = 10_000;

/** Resolves when the work does, or after `GRACE_MS`, which `giveUp` is told. */
export const waitPatiently = async (
  work: Promise<unknown>,
  timers: Timers,
  giveUp: () => void,
): Promise<void> => {
  let cancel = (): void => {};
  const patience = new Promise<void>((resolve) => {
    cancel = timers.after(GRACE_MS, () => {
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

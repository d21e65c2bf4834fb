import type { Clock } from "@kalends/core";

/** The time of this computer. */
export const systemClock: Clock = { now: () => Date.now() };

/** The only source of delays. */
export interface Timers {
  /** Calls `callback` once after so many milliseconds, unless the answer is called before. */
  after(delayMs: number, callback: () => void): () => void;
}

/** Real delays; a waiting one does not keep the process alive. */
export const systemTimers: Timers = {
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/** How long what still runs may take when the calendar closes. */
export const GRACE_MS = 10_000;

/** Resolves or rejects as the work does, or resolves after so many milliseconds, once `onTimeout` was called. */
export const withTimeLimit = async (
  work: Promise<unknown>,
  timers: Timers,
  onTimeout: () => void,
  limitMs: number = GRACE_MS,
): Promise<void> => {
  let cancel = (): void => {};
  const timeout = new Promise<void>((resolve) => {
    cancel = timers.after(limitMs, () => {
      onTimeout();
      resolve();
    });
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    cancel();
  }
};

import type { Clock } from "@kalends/core";

/** System clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** Creates all delays, so that tests can control them. */
export interface Timers {
  /** Calls `callback` once after the delay. Returns a function that cancels the call. */
  after(delayMs: number, callback: () => void): () => void;
}

/** Timers of the system. A pending timer does not keep the process alive. */
export const systemTimers: Timers = {
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/** Milliseconds for which running work may continue when the calendar closes. */
export const GRACE_MS = 10_000;

/** Resolves or rejects like the work. If the time limit ends first, calls `onTimeout` and resolves. */
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

/** Timers that tests advance with `elapse`. */
export interface FakeTimers {
  after(delayMs: number, callback: () => void): () => void;
  /**
   * Advances the clock and runs the callbacks that are due, in order. Waits for the code that depends on
   * them.
   */
  elapse(milliseconds: number): Promise<void>;
  /** Returns the number of pending callbacks. */
  waiting(): number;
}

/** Waits until all pending promises and immediates have run. */
export const flushPromises = async (): Promise<void> => {
  for (let round = 0; round < 5; round += 1)
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
};

export const createFakeTimers = (): FakeTimers => {
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  let now = 0;
  return {
    after(delayMs, callback) {
      const timer = { at: now + delayMs, callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async elapse(milliseconds) {
      const end = now + milliseconds;
      await flushPromises();
      for (;;) {
        const [next] = [...timers].sort((one, other) => one.at - other.at);
        if (next === undefined || next.at > end) break;
        timers.delete(next);
        now = next.at;
        next.callback();
        await flushPromises();
      }
      now = end;
    },
    waiting: () => timers.size,
  };
};

/** Timers that advance on command. */
export interface FakeTimers {
  after(delayMs: number, callback: () => void): () => void;
  /** Advances the clock, runs due callbacks in order, and waits for their consequences. */
  elapse(milliseconds: number): Promise<void>;
  /** Returns the number of pending callbacks. */
  waiting(): number;
}

/** Waits until all pending promises and immediates are done. */
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

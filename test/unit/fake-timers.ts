/** Time that passes only when a test says so. */
export interface FakeTimers {
  after(delayMs: number, callback: () => void): () => void;
  /** Lets so many milliseconds pass: what is due is called in its order, and what that begins comes to its end. */
  elapse(milliseconds: number): Promise<void>;
  /** How many callbacks wait. */
  waiting(): number;
}

/** Lets what waits for nothing but promises and the event loop come to its end. */
export const settled = async (): Promise<void> => {
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
      await settled();
      for (;;) {
        const [next] = [...timers].sort((one, other) => one.at - other.at);
        if (next === undefined || next.at > end) break;
        timers.delete(next);
        now = next.at;
        next.callback();
        await settled();
      }
      now = end;
    },
    waiting: () => timers.size,
  };
};

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

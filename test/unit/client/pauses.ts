const SILENCE = 45;

interface Pending {
  readonly seconds: number;
  readonly end: () => void;
}

/** Fake timers of the client. Tests decide when a pause ends. */
export interface Pauses {
  /** Durations of the pauses that have ended, in seconds. */
  readonly seen: readonly number[];
  wait(seconds: number, signal?: AbortSignal): Promise<void>;
  /** Waits until a pause begins and ends it. Returns its duration. */
  endPause(): Promise<number>;
  /** Waits until the client listens to a stream, then lets the time limit for a silent stream pass. */
  silence(): Promise<void>;
  listening(): Promise<void>;
  /** Returns the number of pauses so far. */
  count(): number;
}

export const createPauses = (): Pauses => {
  const pending = new Set<Pending>();
  const seen: number[] = [];
  const find = async (isMeant: (seconds: number) => boolean): Promise<Pending> => {
    for (;;) {
      const found = [...pending].find(({ seconds }) => isMeant(seconds));
      if (found !== undefined) return found;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return {
    seen,
    wait: (seconds: number, signal?: AbortSignal): Promise<void> =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const abort = (): void => {
          pending.delete(one);
          reject(signal?.reason);
        };
        const end = (): void => {
          signal?.removeEventListener("abort", abort);
          pending.delete(one);
          resolve();
        };
        const one = { seconds, end };
        pending.add(one);
        signal?.addEventListener("abort", abort, { once: true });
      }),
    async endPause(): Promise<number> {
      const { seconds, end } = await find((seconds) => seconds !== SILENCE);
      seen.push(seconds);
      end();
      return seconds;
    },
    silence: async () => (await find((seconds) => seconds === SILENCE)).end(),
    listening: async () => void (await find((seconds) => seconds === SILENCE)),
    count: () => pending.size,
  };
};

const SILENCE = 45;

interface Pending {
  readonly seconds: number;
  readonly end: () => void;
}

/** Time that passes when a test says so. */
export interface Pauses {
  /** How long the pauses were to be that are over. */
  readonly seen: readonly number[];
  wait(seconds: number, signal?: AbortSignal): Promise<void>;
  /** Until there is a pause, which then is over; answers how long it was to be. */
  pass(): Promise<number>;
  /** Until somebody listens, who then has heard nothing for too long. */
  silence(): Promise<void>;
  listening(): Promise<void>;
  /** How many there are. */
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
    async pass(): Promise<number> {
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

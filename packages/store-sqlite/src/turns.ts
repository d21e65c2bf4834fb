/** Lets one after another in, in the order of arrival. */
export interface Turns {
  readonly isTaken: boolean;
  /** Waits for a turn; the answer ends it. Rejects with `refusal()` after `patience` milliseconds. */
  take(patience: number): Promise<() => void>;
}

export const createTurns = (refusal: () => Error): Turns => {
  const waiting = new Set<() => void>();
  let isTaken = false;
  const end = (): void => {
    const [next] = waiting;
    if (next === undefined) isTaken = false;
    else next();
  };
  return {
    get isTaken() {
      return isTaken;
    },
    async take(patience) {
      if (!isTaken) {
        isTaken = true;
        return end;
      }
      await new Promise<void>((resolve, reject) => {
        const timer = Number.isFinite(patience) ? setTimeout(giveUp, patience) : undefined;
        waiting.add(start);
        function start(): void {
          clearTimeout(timer);
          waiting.delete(start);
          resolve();
        }
        function giveUp(): void {
          waiting.delete(start);
          reject(refusal());
        }
      });
      return end;
    },
  };
};

/** Lets several in at once, or one alone, in the order of arrival. */
export interface Gate {
  /** Waits to be let in; the answer leaves again. Rejects with `refusal()` after `patience` milliseconds. */
  enter(manner: "together" | "alone", patience: number): Promise<() => void>;
}

interface Visitor {
  readonly manner: "together" | "alone";
  readonly letIn: () => void;
}

/** At most `most` are in at once. */
export const createGate = (most: number, refusal: () => Error): Gate => {
  const waiting = new Set<Visitor>();
  const inside = { count: 0, isAlone: false };
  const admit = (): void => {
    for (const visitor of waiting) {
      const isAlone = visitor.manner === "alone";
      if (inside.isAlone || inside.count >= (isAlone ? 1 : most)) return;
      waiting.delete(visitor);
      inside.count += 1;
      inside.isAlone = isAlone;
      visitor.letIn();
    }
  };
  const leave = (): void => {
    inside.count -= 1;
    inside.isAlone = false;
    admit();
  };
  return {
    enter: (manner, patience) =>
      new Promise((resolve, reject) => {
        const timer = Number.isFinite(patience) ? setTimeout(giveUp, patience) : undefined;
        const visitor: Visitor = {
          manner,
          letIn() {
            clearTimeout(timer);
            resolve(leave);
          },
        };
        function giveUp(): void {
          waiting.delete(visitor);
          reject(refusal());
          admit();
        }
        waiting.add(visitor);
        admit();
      }),
  };
};

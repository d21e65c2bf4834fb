interface UnawaitedCalls {
  /** Returns a promise of the same outcome. */
  follow<T>(call: Promise<T>): Promise<T>;
  /** Waits for all calls that are still running. Rejects with what the first of them failed with. */
  end(): Promise<void>;
}

/** Follows calls, so that a failure of one that nobody awaits is not an unhandled rejection that ends the process. */
export const followCalls = (): UnawaitedCalls => {
  const running = new Set<Promise<unknown>>();
  return {
    follow(call) {
      const followed = call.finally(() => running.delete(followed));
      running.add(followed);
      return followed;
    },
    async end() {
      const failures: unknown[] = [];
      while (running.size > 0)
        for (const outcome of await Promise.allSettled(running))
          if (outcome.status === "rejected") failures.push(outcome.reason);
      if (failures.length > 0) throw failures[0];
    },
  };
};

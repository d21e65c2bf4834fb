interface UnawaitedCalls {
  /** Returns a promise with the same outcome. */
  follow<T>(call: Promise<T>): Promise<T>;
  /** Waits for all calls that are still running. Rejects with the first error. */
  end(): Promise<void>;
}

/**
 * Follows calls, so that the failure of a call that nobody awaits is not an unhandled rejection, which would
 * end the process.
 */
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

interface UnawaitedCalls {
  /** Tracks a call. Returns a promise with the same outcome. */
  follow<T>(call: Promise<T>): Promise<T>;
  /** Waits for all tracked calls that are still running. Rejects with the first error. */
  end(): Promise<void>;
}

/**
 * Tracks calls that the host may forget to await. The failure of an untracked call would be an unhandled
 * rejection, which ends the process.
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

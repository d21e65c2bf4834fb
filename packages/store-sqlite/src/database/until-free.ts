import { setTimeout as sleep } from "node:timers/promises";
import { isBusy } from "./errors.ts";

/** Milliseconds between two attempts, at most. */
const MAX_PAUSE = 8;

/** Tries again, without blocking, while another process holds the lock: for `patience` milliseconds. */
export const untilFree = async (attempt: () => unknown, patience: number): Promise<void> => {
  const deadline = performance.now() + patience;
  for (;;) {
    try {
      const attempted = attempt();
      if (attempted instanceof Promise) await attempted;
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
      await sleep(1 + Math.random() * MAX_PAUSE);
    }
  }
};

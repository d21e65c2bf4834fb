import { setTimeout as sleep } from "node:timers/promises";
import { storageUnavailable } from "@kalends/core";
import { isBusy } from "./errors.ts";

/** Maximum pause between two attempts, in milliseconds. */
const MAX_PAUSE = 8;

/**
 * Repeats `attempt` without blocking while another connection holds the lock. After `patience` milliseconds,
 * throws `rest_storage_unavailable`.
 */
export const untilFree = async (attempt: () => unknown, patience: number): Promise<void> => {
  const deadline = performance.now() + patience;
  for (;;) {
    try {
      const attempted = attempt();
      if (attempted instanceof Promise) await attempted;
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= deadline) throw storageUnavailable(keptLocked(patience, error));
      await sleep(1 + Math.random() * MAX_PAUSE);
    }
  }
};

const keptLocked = (patience: number, cause: unknown): Error =>
  new Error(
    `Another connection, of this process or another one, has kept the SQLite file locked for ${patience / 1000} seconds.`,
    { cause },
  );

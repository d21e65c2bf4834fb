import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock, Logger } from "@kalends/core";
import type { RunLeased } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import type { Timers } from "./timers.ts";

interface RunLeasedDeps {
  readonly store: Pick<Store, "leases">;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Waits between two attempts to acquire the lease. Keeps the process alive meanwhile. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Milliseconds for which a lease is valid. If this process is killed or cannot reach the store, another
 * process may then acquire the lease.
 */
const LEASE_MS = 30_000;
const RENEWAL_MS = LEASE_MS / 3;
/**
 * Milliseconds between two attempts to acquire a lease. Each pause is twice as long as the previous one, up
 * to the longest.
 */
const PAUSES = { shortest: 25, longest: 250 };

export const createRunLeased =
  ({ store: { leases }, clock, timers, logger, pause = sleep }: RunLeasedDeps): RunLeased =>
  async (name, work, { isStopped = () => false, patience = 0, keep } = {}) => {
    // Use a unique owner for each run, because two runs of one process must not share a lease.
    const owner = keep?.owner ?? randomUUID();
    let until = 0;
    let isOver = false;
    let renewal: Promise<void> | undefined;
    let cancel = (): void => {};

    /**
     * Acquires or renews the lease. The end of the lease is computed from a time before the call, so that it
     * is never later than the end in the store.
     */
    const acquire = async (): Promise<boolean> => {
      const asked = clock.now();
      if (!(await leases.acquire(name, owner, LEASE_MS))) return false;
      until = asked + LEASE_MS;
      return true;
    };
    const isLost = (): boolean => {
      // Treat an expired lease as lost for good, because another process may have held it meanwhile.
      if (clock.now() >= until) until = 0;
      return until === 0;
    };
    const renew = async (): Promise<void> => {
      if (isLost()) return;
      try {
        if (!(await acquire())) until = 0;
      } catch (error) {
        logger.warn("A lease could not be renewed", { lease: name, error });
      }
      if (!isOver) renewLater();
    };
    const renewLater = (): void => {
      cancel = timers.after(RENEWAL_MS, () => {
        renewal = renew();
      });
    };

    const acquireInTime = async (): Promise<boolean> => {
      for (let waited = 0, next = PAUSES.shortest; ; next = Math.min(2 * next, PAUSES.longest)) {
        if (await acquire()) return true;
        if (waited >= patience || isStopped()) return false;
        await pause(next);
        waited += next;
      }
    };

    if (!(await acquireInTime())) return false;
    renewLater();
    let kept = 0;
    try {
      await work({ isStopping: () => isLost() || isStopped() });
      kept = keep?.milliseconds() ?? 0;
    } finally {
      isOver = true;
      cancel();
      await renewal;
      // Ignore an error: the lease then expires.
      await (kept > 0 ? leases.acquire(name, owner, kept) : leases.release(name, owner)).catch(
        () => undefined,
      );
    }
    return true;
  };

import { randomUUID } from "node:crypto";
import type { Clock, Logger, Store } from "@kalends/core";
import type { Timers } from "./timers.ts";

/**
 * Runs work while this process has the lease of that name, and answers whether it did: not where another one has it. The lease is
 * renewed until the work ends; `isStopping` says when it is lost, or when `isStopped` says so. Never called inside a unit of work. After
 * work that did not fail the owner `keep.owner` has it for so many milliseconds more; others pass the work over until then.
 */
export type RunLeased = (
  name: string,
  work: (run: { isStopping(): boolean }) => Promise<unknown>,
  isStopped?: () => boolean,
  keep?: { readonly owner: string; readonly milliseconds: () => number },
) => Promise<boolean>;

interface RunLeasedDeps {
  readonly store: Pick<Store, "leases">;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}

/** Milliseconds after which another process may go on when this one is killed, or does not reach the store any more. */
const LEASE_MS = 30_000;
const RENEWAL_MS = LEASE_MS / 3;

export const createRunLeased =
  ({ store: { leases }, clock, timers, logger }: RunLeasedDeps): RunLeased =>
  async (name, work, isStopped = () => false, keep = undefined) => {
    // Of this run alone: two of one process are two.
    const owner = keep?.owner ?? randomUUID();
    let until = 0;
    let isOver = false;
    let renewal: Promise<void> | undefined;
    let cancel = (): void => {};

    /** Counts from before the store was asked, which counts from later on. */
    const acquire = async (): Promise<boolean> => {
      const asked = clock.now();
      if (!(await leases.acquire(name, owner, LEASE_MS))) return false;
      until = asked + LEASE_MS;
      return true;
    };
    const isLost = (): boolean => {
      // For good: somebody else may have had it in between.
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

    if (!(await acquire())) return false;
    renewLater();
    let kept = 0;
    try {
      await work({ isStopping: () => isLost() || isStopped() });
      kept = keep?.milliseconds() ?? 0;
    } finally {
      isOver = true;
      cancel();
      await renewal;
      // Where that fails, its time ends.
      await (kept > 0 ? leases.acquire(name, owner, kept) : leases.release(name, owner)).catch(
        () => undefined,
      );
    }
    return true;
  };

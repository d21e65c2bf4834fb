import { AsyncLocalStorage } from "node:async_hooks";
import type { Logger } from "@kalends/core";
import type { Outbox, Store } from "@kalends/core/storage";
import type { ChangeSignal } from "@kalends/http";
import type { Timers } from "../jobs/timers.ts";

export interface ChangeSignalDeps {
  readonly store: Pick<Store, "revision"> & { readonly outbox: Pick<Outbox, "last"> };
  readonly outboxSwitch: {
    /** Calls after each unit of work of this process; answers how to stop that. */
    onCommit(call: () => void): () => void;
  };
  readonly timers: Timers;
  readonly logger: Logger;
}

/** Between two looks, however many commits there are. */
const REST_MS = 250;
/** Until what other processes have written is looked for. */
const PAUSE_MS = 1_000;

/**
 * Looks at the end of the outbox for all subscribers together: soon after a commit of this process, else each second; not at all
 * while there are none.
 */
export const createChangeSignal = ({
  store,
  outboxSwitch,
  timers,
  logger,
}: ChangeSignalDeps): ChangeSignal => {
  const subscribers = new Set<() => void>();
  // What it does belongs to no request and to no unit of work that has woken it.
  const inOwnContext = AsyncLocalStorage.snapshot();
  let seen: { readonly revision: string | undefined; readonly last: number } | undefined;
  let isRunning = false;
  let isWoken = false;
  let hasFailed = false;
  /** Ends the pause, while there is one. */
  let goOn: (() => void) | undefined;
  let forget = (): void => {};

  const look = async (): Promise<void> => {
    const revision = store.revision();
    if (revision !== undefined && revision === seen?.revision) return;
    const last = await store.outbox.last();
    const isNew = last !== seen?.last;
    seen = { revision, last };
    if (isNew) for (const call of [...subscribers]) call();
  };

  const turn = async (): Promise<void> => {
    if (subscribers.size === 0) {
      isRunning = false;
      forget();
      return;
    }
    isWoken = false;
    try {
      await look();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) logger.warn("what was changed cannot be looked for", { error });
      hasFailed = true;
    }
    timers.after(REST_MS, () => {
      if (isWoken) return void turn();
      const cancel = timers.after(PAUSE_MS - REST_MS, () => goOn?.());
      goOn = () => {
        goOn = undefined;
        cancel();
        void turn();
      };
    });
  };

  const wake = (): void => {
    isWoken = true;
    if (goOn !== undefined) inOwnContext(goOn);
  };

  return {
    subscribe(call) {
      // One of its own: several may give the same function.
      const subscriber = (): void => call();
      subscribers.add(subscriber);
      if (!isRunning) {
        isRunning = true;
        forget = outboxSwitch.onCommit(wake);
        inOwnContext(() => void turn());
      }
      return () => {
        subscribers.delete(subscriber);
        // What waits has nobody to wait for.
        if (subscribers.size === 0) wake();
      };
    },
  };
};

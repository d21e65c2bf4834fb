import { AsyncLocalStorage } from "node:async_hooks";
import type { Logger } from "@kalends/core";
import type { Outbox, Store } from "@kalends/core/storage";
import type { ChangeSignal } from "@kalends/http";
import type { Timers } from "../jobs/timers.ts";

export interface ChangeSignalDeps {
  readonly store: Pick<Store, "revision"> & { readonly outbox: Pick<Outbox, "last"> };
  readonly outboxSwitch: {
    /**
     * Registers a function to call after each unit of work of this process. Returns the function that removes
     * it.
     */
    onCommit(call: () => void): () => void;
  };
  readonly timers: Timers;
  readonly logger: Logger;
}

/** Minimum time in milliseconds between two reads, however many commits happen. */
const MIN_INTERVAL_MS = 250;
/** Maximum time in milliseconds until changes of other processes are noticed. */
const PAUSE_MS = 1_000;

/**
 * Creates the signal that reads the end of the outbox for all subscribers together. It reads shortly after a
 * commit of this process, otherwise every second, and not at all without subscribers.
 */
export const createChangeSignal = ({
  store,
  outboxSwitch,
  timers,
  logger,
}: ChangeSignalDeps): ChangeSignal => {
  const subscribers = new Set<() => void>();
  // Runs in its own async context, not in that of the request or unit of work that triggered it.
  const inOwnContext = AsyncLocalStorage.snapshot();
  let seen: { readonly revision: string | undefined; readonly last: number } | undefined;
  let isRunning = false;
  let isWoken = false;
  let hasFailed = false;
  /** Ends the current pause; `undefined` if there is none. */
  let resume: (() => void) | undefined;
  let unsubscribe = (): void => {};

  const check = async (): Promise<void> => {
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
      unsubscribe();
      return;
    }
    isWoken = false;
    try {
      await check();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) logger.warn("The outbox cannot be read for new changes", { error });
      hasFailed = true;
    }
    timers.after(MIN_INTERVAL_MS, () => {
      if (isWoken) return void turn();
      const cancel = timers.after(PAUSE_MS - MIN_INTERVAL_MS, () => resume?.());
      resume = () => {
        resume = undefined;
        cancel();
        void turn();
      };
    });
  };

  const wake = (): void => {
    isWoken = true;
    if (resume !== undefined) inOwnContext(resume);
  };

  return {
    subscribe(call) {
      // A new function for each subscription, because several may pass the same function.
      const subscriber = (): void => call();
      subscribers.add(subscriber);
      if (!isRunning) {
        isRunning = true;
        unsubscribe = outboxSwitch.onCommit(wake);
        inOwnContext(() => void turn());
      }
      return () => {
        subscribers.delete(subscriber);
        // Ends the pause, because nobody waits for it any more.
        if (subscribers.size === 0) wake();
      };
    },
  };
};

import { AsyncLocalStorage } from "node:async_hooks";
import type { Logger } from "@kalends/core";
import type { Outbox, Store } from "@kalends/core/storage";
import type { ChangeSignal } from "@kalends/http";
import type { Timers } from "../jobs/timers.ts";

export interface ChangeSignalDeps {
  readonly store: Pick<Store, "revision"> & { readonly outbox: Pick<Outbox, "last"> };
  readonly outboxSwitch: {
    /**
     * Registers a function that is called after each transaction of this process. Returns a function that
     * removes the registration.
     */
    onCommit(call: () => void): () => void;
  };
  readonly timers: Timers;
  readonly logger: Logger;
}

/** Minimum milliseconds between two reads of the outbox, even if many commits happen. */
const MIN_INTERVAL_MS = 250;
/** Maximum milliseconds until changes of other processes are noticed. */
const PAUSE_MS = 1_000;

/**
 * Creates the signal, which notifies all subscribers of new outbox entries and reads the end of the outbox
 * once for all. The signal reads shortly after each commit of this process, else every second. Without
 * subscribers, it does not read.
 */
export const createChangeSignal = ({
  store,
  outboxSwitch,
  timers,
  logger,
}: ChangeSignalDeps): ChangeSignal => {
  const subscribers = new Set<() => void>();
  // Runs functions in a separate async context, not in the context of the request or transaction that calls
  // them.
  const inOwnContext = AsyncLocalStorage.snapshot();
  let seen: { readonly revision: string | undefined; readonly last: number } | undefined;
  let isRunning = false;
  let isWoken = false;
  let hasFailed = false;
  /** Ends the current pause; `undefined` if no pause is in progress. */
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
      // Create a new function for each subscription, because several subscribers may pass the same function.
      const subscriber = (): void => call();
      subscribers.add(subscriber);
      if (!isRunning) {
        isRunning = true;
        unsubscribe = outboxSwitch.onCommit(wake);
        inOwnContext(() => void turn());
      }
      return () => {
        subscribers.delete(subscriber);
        // End the pause, because no subscriber is left.
        if (subscribers.size === 0) wake();
      };
    },
  };
};

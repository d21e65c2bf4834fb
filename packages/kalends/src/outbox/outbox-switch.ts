import { AsyncLocalStorage } from "node:async_hooks";
import type { OutboxSwitch as CoreOutboxSwitch } from "@kalends/core/interface";

/**
 * Switch that determines whether this process stores changes in the outbox. It also calls listeners when new
 * entries may exist.
 */
export interface OutboxSwitch extends CoreOutboxSwitch {
  /**
   * Turns the outbox on. The outbox is never turned off again, so that a consumer misses no change after its
   * registration.
   */
  turnOn(): void;
  /**
   * Registers a function that is called after each transaction of this process while the outbox is on.
   * Returns a function that removes the registration.
   */
  onCommit(listener: () => void): () => void;
  /** Calls the registered functions. Call this after each transaction of this process. */
  noteCommit(): void;
}

export const createOutboxSwitch = (): OutboxSwitch => {
  const listeners = new Set<() => void>();
  // Runs functions in a separate async context, not in the context of the writing request.
  const inOwnContext = AsyncLocalStorage.snapshot();
  let isOn = false;
  return {
    isOn: () => isOn,
    turnOn() {
      isOn = true;
    },
    onCommit(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    noteCommit() {
      if (isOn) for (const listener of listeners) inOwnContext(listener);
    },
  };
};

import { AsyncLocalStorage } from "node:async_hooks";
import type { OutboxSwitch as CoreOutboxSwitch } from "@kalends/core/interface";

/**
 * Switch that determines if this process stores changes in the outbox. It also reports when new entries may
 * exist.
 */
export interface OutboxSwitch extends CoreOutboxSwitch {
  /** Turns the outbox on permanently, so that a consumer never misses a change after its registration. */
  turnOn(): void;
  /**
   * Registers a listener to call after each unit of work of this process while the outbox is on. Returns the
   * function that removes it.
   */
  onCommit(listener: () => void): () => void;
  /** Must be called after each unit of work of this process. */
  noteCommit(): void;
}

export const createOutboxSwitch = (): OutboxSwitch => {
  const listeners = new Set<() => void>();
  // Listeners run in their own async context, not in that of the request that wrote.
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

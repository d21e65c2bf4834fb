import { AsyncLocalStorage } from "node:async_hooks";
import type { OutboxSwitch as CoreOutboxSwitch } from "@kalends/core/interface";

/** Whether what is changed is kept in the outbox by this process, and when there may be something new there. */
export interface OutboxSwitch extends CoreOutboxSwitch {
  /** For good: a reader never misses what was changed since it began. */
  turnOn(): void;
  /** Calls the listener after each unit of work of this process, once it is on; answers how to stop that. */
  onCommit(listener: () => void): () => void;
  /** To be called after each unit of work of this process. */
  noteCommit(): void;
}

export const createOutboxSwitch = (): OutboxSwitch => {
  const listeners = new Set<() => void>();
  // What listeners begin belongs to no request that has written something.
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

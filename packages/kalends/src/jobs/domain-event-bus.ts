import type { Logger } from "@kalends/core";
import type { DomainEvent, DomainEventName, DomainEventSink, DomainEvents } from "@kalends/core/interface";
import { type Timers, withTimeLimit } from "./timers.ts";

interface Listener<Name extends DomainEventName> {
  readonly on: Name;
  handle(change: DomainEvents[Name]): void | Promise<void>;
}

/** Calls listeners with the domain events of each commit. */
export interface DomainEventBus extends DomainEventSink {
  /**
   * Registers a listener and returns a function that removes it. Listeners of the same `owner` are called one
   * at a time, in the order of the events and of registration. After one minute, a slow listener no longer
   * delays the others. Errors are logged and do not affect other listeners. A plugin's listeners are not
   * called for changes that the plugin itself made.
   */
  on<Name extends DomainEventName>(listener: Listener<Name>, owner?: string): () => void;
  /** Resolves when all events are delivered, or after ten seconds. Later events are ignored. */
  close(): Promise<void>;
}

export interface DomainEventBusDeps {
  /** Adds data to events before they are delivered. Must not reject. */
  readonly complete?: (events: readonly DomainEvent[]) => Promise<readonly DomainEvent[]>;
  readonly logger: Logger;
  readonly timers: Timers;
}

/**
 * Maximum milliseconds that later events wait for a listener. Without a limit, a listener that never ends
 * would fill the memory with waiting events.
 */
const MAX_WAIT_MS = 60_000;
/** Owner of the host's listeners. This text is not a valid plugin name. */
const HOST = "the host";

interface Registration {
  readonly owner: string;
  readonly listener: Listener<DomainEventName>;
}

export const createDomainEventBus = ({ logger, timers, complete }: DomainEventBusDeps): DomainEventBus => {
  const registrations = new Set<Registration>();
  /** Promise of the last queued delivery, by owner. */
  const queues = new Map<string, Promise<void>>();
  let isClosed = false;

  const deliver = async (event: DomainEvent, owner: string): Promise<void> => {
    for (const registration of registrations) {
      const { listener } = registration;
      if (registration.owner !== owner || listener.on !== event.name) continue;
      try {
        const handling = listener.handle(event.change);
        if (handling === undefined) continue;
        await withTimeLimit(
          handling,
          timers,
          () =>
            logger.error("A listener takes longer than a minute; its next events are no longer delayed", {
              event: event.name,
              listener: owner,
            }),
          MAX_WAIT_MS,
        );
      } catch (error) {
        logger.error("A listener failed", { event: event.name, listener: owner, error });
      }
    }
  };

  const enqueue = (events: readonly DomainEvent[] | Promise<readonly DomainEvent[]>, owner: string): void => {
    const queue = async (before: Promise<void> | undefined): Promise<void> => {
      // Wait for the next turn of the event loop, so that the writing request can send its response first.
      await (before ?? new Promise<void>((resolve) => void setImmediate(resolve)));
      for (const event of await events) if (event.change.plugin !== owner) await deliver(event, owner);
    };
    const tail = queue(queues.get(owner)).finally(() => {
      if (queues.get(owner) === tail) queues.delete(owner);
    });
    queues.set(owner, tail);
  };

  /**
   * Resolves when all queues are empty. Checks them again after each delivery, because listeners may emit
   * more events.
   */
  const delivered = async (): Promise<void> => {
    while (queues.size > 0 && !isClosed) await Promise.all(queues.values());
  };

  return {
    hasListeners: () => !isClosed && registrations.size > 0,
    emit(events) {
      if (isClosed) return;
      const completed = complete?.(events) ?? events;
      for (const owner of new Set([...registrations].map((registration) => registration.owner))) {
        if (events.some(({ change }) => change.plugin !== owner)) enqueue(completed, owner);
      }
    },
    on(listener, owner = HOST) {
      const registration = { owner, listener };
      registrations.add(registration);
      return () => void registrations.delete(registration);
    },
    async close() {
      await withTimeLimit(delivered(), timers, () =>
        logger.warn("Listeners did not finish within 10 seconds", { listeners: [...queues.keys()] }),
      );
      isClosed = true;
      registrations.clear();
    },
  };
};

import type { Logger } from "@kalends/core";
import type { DomainEvent, DomainEventName, DomainEventSink, DomainEvents } from "@kalends/core/interface";
import { type Timers, withTimeLimit } from "./timers.ts";

interface Listener<Name extends DomainEventName> {
  readonly on: Name;
  handle(change: DomainEvents[Name]): void | Promise<void>;
}

/** Calls the listeners of what was committed. */
export interface DomainEventBus extends DomainEventSink {
  /**
   * Calls the listener after each such event; answers how to stop that. Listeners of one `owner` are called one at a time, in
   * the order of the events and of their registration; one that takes longer than a minute is not waited for any more. What
   * they throw is logged and stops nothing.
   */
  on<Name extends DomainEventName>(listener: Listener<Name>, owner?: string): () => void;
  /** Resolves when everything is delivered, or after ten seconds; from then on nothing is taken. */
  close(): Promise<void>;
}

export interface DomainEventBusDeps {
  /** What is added to events before they are delivered; never rejects. */
  readonly complete?: (events: readonly DomainEvent[]) => Promise<readonly DomainEvent[]>;
  readonly logger: Logger;
  readonly timers: Timers;
}

/** So long the next events wait for a listener: one that never ends must not keep them in memory for good. */
const STUCK_MS = 60_000;
/** No plugin can be called so. */
const HOST = "the host";

interface Registration {
  readonly owner: string;
  readonly listener: Listener<DomainEventName>;
}

export const createDomainEventBus = ({ logger, timers, complete }: DomainEventBusDeps): DomainEventBus => {
  const registrations = new Set<Registration>();
  /** The deliveries that each owner still waits for, as the end of a chain. */
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
          () => logger.error("A listener takes too long", { event: event.name, listener: owner }),
          STUCK_MS,
        );
      } catch (error) {
        logger.error("A listener failed", { event: event.name, listener: owner, error });
      }
    }
  };

  const enqueue = (events: readonly DomainEvent[] | Promise<readonly DomainEvent[]>, owner: string): void => {
    const queue = async (before: Promise<void> | undefined): Promise<void> => {
      // Not before the caller had the chance to answer.
      await (before ?? new Promise<void>((resolve) => void setImmediate(resolve)));
      for (const event of await events) if (event.change.plugin !== owner) await deliver(event, owner);
    };
    const tail = queue(queues.get(owner)).finally(() => {
      if (queues.get(owner) === tail) queues.delete(owner);
    });
    queues.set(owner, tail);
  };

  /** Listeners may cause further events. */
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
        logger.warn("Listeners did not finish in time", { listeners: [...queues.keys()] }),
      );
      isClosed = true;
      registrations.clear();
    },
  };
};

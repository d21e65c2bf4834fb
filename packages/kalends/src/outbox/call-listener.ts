import type { StoredDomainEvent } from "@kalends/core/interface";
import type { OutboxEntry } from "@kalends/core/storage";
import { type Timers, withTimeLimit } from "../jobs/timers.ts";
import type { DurableConsumer } from "./durable-consumers.ts";

/**
 * Result of delivering an outbox entry. `stopped` means that the dispatcher was stopped before the entry was
 * handled.
 */
export type Handling = "handled" | "stopped" | { readonly error: unknown };

/**
 * Delivers an outbox entry to its listener. Calls the listener once for each event of the entry that it
 * subscribes to. Never rejects.
 */
export type CallListener = (entry: OutboxEntry, isStopping: () => boolean) => Promise<Handling>;

export interface CallListenerDeps {
  readonly timers: Timers;
  /** Adds data to events before they are delivered. Must not reject. */
  readonly complete?: (events: readonly StoredDomainEvent[]) => Promise<readonly StoredDomainEvent[]>;
}

/** Maximum milliseconds for a call of a listener. A longer call counts as failed. */
const LIMIT_MS = 60_000;

const namesFor = (
  { listener, plugin }: DurableConsumer,
  { names, origin }: OutboxEntry,
): readonly string[] =>
  plugin !== undefined && origin.plugin === plugin ? [] : names.filter((name) => listener.on.includes(name));

/**
 * True if the entry has an event for the consumer. The consumer's listener must subscribe to the event, and
 * the consumer's own plugin must not have made the change.
 */
export const isFor = (reader: DurableConsumer, entry: OutboxEntry): boolean =>
  namesFor(reader, entry).length > 0;

const toEvents = (reader: DurableConsumer, entry: OutboxEntry): readonly StoredDomainEvent[] => {
  const { position, time, before, after, merged, origin } = entry;
  const records = { ...(before && { before }), ...(after && { after }), ...(merged && { merged }) };
  const change = { ...origin, ...records };
  // The cast is safe: each name belongs to its kind of record.
  return namesFor(reader, entry).map((name) => ({ name, id: position, time, change }) as StoredDomainEvent);
};

export const createCallListener =
  (
    reader: DurableConsumer,
    { timers, complete = async (events) => events }: CallListenerDeps,
  ): CallListener =>
  async (entry, isStopping) => {
    try {
      for (const event of await complete(toEvents(reader, entry))) {
        if (isStopping()) return "stopped";
        const handling = reader.listener.handle(event);
        let isLate = false;
        await withTimeLimit(
          Promise.resolve(handling),
          timers,
          () => {
            isLate = true;
          },
          LIMIT_MS,
        );
        if (isLate) return { error: new Error("The listener took longer than a minute.") };
      }
      return "handled";
    } catch (error) {
      return { error };
    }
  };

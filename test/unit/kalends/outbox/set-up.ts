import type { Logger } from "@kalends/core";
import { type DurableListener, type StoredDomainEvent, withUnitsOfWork } from "@kalends/core/interface";
import type { OutboxChange } from "@kalends/core/storage";
import { anEvent } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import {
  createDispatcher,
  createOutboxSwitch,
  createRunLeased,
  type Dispatcher,
  type DispatcherDeps,
  type DurableConsumer,
  openConsumers,
  type Timers,
} from "kalends/internals";

/** Lets the event loop run several rounds, so that pending work is done. */
export const flushPromises = async (): Promise<void> => {
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Creates a clock with timers that tests advance. */
const createTime = () => {
  let now = 1_000_000;
  const waiting = new Set<{ readonly at: number; readonly callback: () => void }>();
  const timers: Timers = {
    after(delayMs, callback) {
      const timer = { at: now + delayMs, callback };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
  };
  return {
    clock: { now: () => now },
    timers,
    async pass(seconds: number): Promise<void> {
      const end = now + seconds * 1000;
      for (;;) {
        await flushPromises();
        const [next] = [...waiting].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (next === undefined) break;
        waiting.delete(next);
        now = next.at;
        next.callback();
      }
      now = end;
    },
  };
};

/** Returns a change of the event with this id, as the outbox stores it. */
export const aChange = (recordId: number, more: Partial<OutboxChange> = {}): OutboxChange => ({
  time: 5,
  kind: "event",
  recordId,
  names: ["event.updated"],
  before: anEvent({ id: recordId }),
  after: anEvent({ id: recordId, title: "Changed" }),
  origin: { userId: 7 },
  ...more,
});

export const aListener = (
  handle: (event: StoredDomainEvent) => void | Promise<void>,
  more: Partial<DurableListener> = {},
): DurableListener => ({ durable: true, name: "notes", on: ["event.updated"], handle, ...more });

export interface Line {
  readonly level: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;
}

/** Creates an empty store, a clock, a log, and dispatchers for one listener of the plugin `p`. */
export const setUp = async () => {
  const store = await openSqliteStore(":memory:");
  const { clock, timers, pass } = createTime();
  const lines: Line[] = [];
  const at =
    (level: string): Logger["info"] =>
    (message, details) =>
      void lines.push({ level, message, details });
  const logger: Logger = { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  const outboxSwitch = createOutboxSwitch();
  const watched = withUnitsOfWork(store, { clock, onCommit: outboxSwitch.noteCommit });
  let tokens = 0;
  return {
    store,
    lines,
    pass,
    clock,
    positionOf: async (name: string) =>
      (await store.outbox.consumers()).find((reader) => reader.name === name)?.position,
    /** Appends changes to the outbox in a transaction. This may wake a delivery loop. */
    write: (...changes: readonly OutboxChange[]) =>
      watched.transaction(({ outbox }) => outbox.append(changes)),
    async dispatcherOf(listener: DurableListener, more: Partial<DispatcherDeps> = {}): Promise<Dispatcher> {
      const reader: DurableConsumer = { name: `plugin/p/${listener.name}`, plugin: "p", listener };
      tokens += 1;
      await openConsumers({
        store,
        durableConsumers: [reader],
        outboxSwitch,
        newToken: () => `token-${tokens}`,
      });
      const runLeased = createRunLeased({ store, clock, timers, logger });
      return createDispatcher({
        ...{ store, durableConsumers: [reader], outboxSwitch, runLeased, clock, timers, logger },
        ...more,
      });
    },
  };
};

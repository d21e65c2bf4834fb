import type { Clock, Logger } from "@kalends/core";
import type { Outbox, OutboxEntry, OutboxFailure } from "@kalends/core/storage";
import { type CallListenerDeps, createCallListener, isFor } from "./call-listener.ts";
import type { DurableConsumer } from "./durable-consumers.ts";
import { createNoteFailure, MAX_PAUSE } from "./note-failure.ts";
import { createWaitingEntries, type WaitingEntries } from "./waiting-entries.ts";

/** Delivers outbox entries to one consumer. */
export interface EntryDelivery {
  /**
   * Checks if entries must be delivered now; `isDue` is then true. Otherwise, `nextDue` is the time for the
   * next check, even if nothing is written until then.
   */
  look(): Promise<{ readonly isDue: boolean; readonly nextDue: number }>;
  /**
   * Delivers all due entries and returns the number of handled entries. The caller must hold the lease of the
   * consumer.
   */
  deliver(isStopping: () => boolean): Promise<number>;
}

export interface EntryDeliveryDeps extends CallListenerDeps {
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Maximum number of failed and waiting entries of a consumer. At this number, no new entries are delivered.
 */
const MAX_WAITING = 1000;
const BATCH = 100;

interface State {
  readonly position: number;
  readonly last: number;
  readonly waiting: WaitingEntries;
}

/** Result of one round: the number of entries that were read, and the number that were handled. */
interface Round {
  readonly seen: number;
  readonly handled: number;
}

const NOTHING: Round = { seen: 0, handled: 0 };

/**
 * Returns the time of the next attempt after a failure. A time beyond the longest pause shows that the clock
 * was set back; the failure is then due now.
 */
const dueAt = (failure: OutboxFailure, now: number): number =>
  failure.dueAt > now + MAX_PAUSE ? now : failure.dueAt;

export const createEntryDelivery = (
  reader: DurableConsumer,
  { outbox, clock, logger, ...deps }: EntryDeliveryDeps,
): EntryDelivery => {
  const { name } = reader;
  const call = createCallListener(reader, deps);
  const noteFailure = createNoteFailure(name, { outbox, clock, logger });
  let wasBlocked = false;

  const isFull = ({ waiting }: Pick<State, "waiting">): boolean => waiting.count() >= MAX_WAITING;

  /** Returns the state of the consumer. Returns `undefined` if the consumer was removed. */
  const readState = async (): Promise<State | undefined> => {
    const [readers, last, failures] = await Promise.all([
      outbox.consumers(),
      outbox.last(),
      outbox.failures(name, false, 0, MAX_WAITING),
    ]);
    const found = readers.find((one) => one.name === name);
    return found && { position: found.position, last, waiting: createWaitingEntries(failures) };
  };

  /** Delivers the failed entries that are due again. */
  const retry = async ({ waiting }: State, isStopping: () => boolean): Promise<Round> => {
    const now = clock.now();
    const due = waiting.first().filter((failure) => dueAt(failure, now) <= now);
    const failures = due.slice(0, BATCH);
    if (failures.length === 0) return NOTHING;
    const found = await outbox.findMany(failures.map(({ position }) => position));
    const entries = new Map(found.map((entry) => [entry.position, entry]));
    let handled = 0;
    for (const failure of failures) {
      const entry = entries.get(failure.position);
      const outcome = entry && (await call(entry, isStopping));
      if (outcome === undefined || outcome === "handled") {
        // If the entry of a failure was removed meanwhile, remove the failure too.
        await outbox.removeFailure(name, failure.position);
        waiting.remove(failure);
        if (entry !== undefined) handled += 1;
      } else if (outcome === "stopped" || isStopping()) break;
      else if ((await noteFailure(failure, failure.attempts + 1, outcome.error)).isSetAside)
        waiting.remove(failure);
    }
    return { seen: failures.length, handled };
  };

  const deliverEntry = async (
    entry: OutboxEntry,
    waiting: WaitingEntries,
    isStopping: () => boolean,
  ): Promise<"handled" | "waiting" | "stopped"> => {
    // Skip an entry that is already recorded as failed, by a process that ended before it could advance the
    // position.
    if (waiting.has(entry.position)) return "waiting";
    if (waiting.hasRecordOf(entry)) {
      waiting.add(await noteFailure(entry, 0));
      return "waiting";
    }
    const outcome = await call(entry, isStopping);
    if (outcome === "handled") return outcome;
    // Record nothing while the dispatcher is stopping: another process may hold the lease now and be further
    // ahead.
    if (outcome === "stopped" || isStopping()) return "stopped";
    waiting.add(await noteFailure(entry, 1, outcome.error));
    return "waiting";
  };

  const deliverNew = async (state: State, isStopping: () => boolean): Promise<Round> => {
    const { position, last, waiting } = state;
    const entries = await outbox.readAfter(position, BATCH);
    let handled = 0;
    let marked = position;
    let passed = position;
    for (const entry of entries) {
      if (isStopping() || isFull(state)) break;
      if (isFor(reader, entry)) {
        const outcome = await deliverEntry(entry, waiting, isStopping);
        if (outcome === "stopped") break;
        if (outcome === "handled") handled += 1;
        marked = entry.position;
        await outbox.advance(name, marked);
      }
      passed = entry.position;
    }
    // Advance over gaps between positions. Entries that are added later have positions after `last`.
    if (entries.length === 0) passed = Math.max(passed, last);
    if (passed > marked) await outbox.advance(name, passed);
    return { seen: passed - position, handled };
  };

  const skipRemoved = async (state: State): Promise<State> => {
    const until = await outbox.removedUntil();
    if (until <= state.position) return state;
    logger.error(
      "Entries were removed before they were delivered to a listener; increase KALENDS_OUTBOX_DAYS if it was off for long",
      {
        listener: name,
        after: state.position,
        until,
      },
    );
    await outbox.advance(name, until);
    return { ...state, position: until };
  };

  const logBlocked = (state: State): void => {
    const isBlocked = isFull(state);
    if (isBlocked && !wasBlocked)
      logger.error(
        "Too many failed entries are waiting: a listener gets no new entries until some of them succeed",
        {
          listener: name,
          waiting: MAX_WAITING,
        },
      );
    wasBlocked = isBlocked;
  };

  return {
    async look() {
      const state = await readState();
      if (state === undefined) return { isDue: false, nextDue: Number.POSITIVE_INFINITY };
      const now = clock.now();
      const nextDue = Math.min(...state.waiting.first().map((failure) => dueAt(failure, now)));
      const isBehind = state.last > state.position && !isFull(state);
      return { isDue: isBehind || nextDue <= now, nextDue };
    },
    async deliver(isStopping) {
      let handled = 0;
      for (let seen = 1; seen > 0 && !isStopping(); ) {
        const found = await readState();
        if (found === undefined) break;
        const state = await skipRemoved(found);
        logBlocked(state);
        // Decide this before `retry`, because more entries may be waiting than `readState` reads.
        const mayReadOn = !isFull(state);
        const retried = await retry(state, isStopping);
        const read = mayReadOn ? await deliverNew(state, isStopping) : NOTHING;
        seen = retried.seen + read.seen;
        handled += retried.handled + read.handled;
      }
      return handled;
    },
  };
};

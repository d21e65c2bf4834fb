import type { RunLeased } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import { withTimeLimit } from "../jobs/timers.ts";
import { createEntryDelivery, type EntryDeliveryDeps } from "./deliver-entries.ts";
import type { DurableConsumer } from "./durable-consumers.ts";
import type { OutboxSwitch } from "./outbox-switch.ts";

/**
 * Delivers outbox entries to durable listeners. Each consumer is served by only one process of an
 * installation at a time.
 */
export interface Dispatcher {
  /** Starts deliveries, which continue until `stop` is called. */
  start(): void;
  /**
   * Delivers all due entries. Returns the number of entries that this process handled. Rejects if the storage
   * fails.
   */
  deliverDue(): Promise<number>;
  /** Resolves when no listener is running, or after ten seconds. The dispatcher cannot be started again. */
  stop(): Promise<void>;
}

export interface DispatcherDeps extends Omit<EntryDeliveryDeps, "outbox"> {
  readonly store: Pick<Store, "outbox" | "revision">;
  readonly durableConsumers: readonly DurableConsumer[];
  readonly outboxSwitch: Pick<OutboxSwitch, "onCommit">;
  readonly runLeased: RunLeased;
}

const SECOND = 1000;
/** Maximum pause in seconds. While the storage fails, the pause doubles up to this value. */
const MAX_PAUSE = 60;

export const createDispatcher = (deps: DispatcherDeps): Dispatcher => {
  const loops = deps.durableConsumers.map((reader) => createDeliveryLoop(reader, deps));
  let unsubscribe = (): void => {};
  return {
    start() {
      if (loops.length > 0)
        unsubscribe = deps.outboxSwitch.onCommit(() => {
          for (const loop of loops) loop.wake();
        });
      for (const loop of loops) loop.start();
    },
    async deliverDue() {
      const handled = await Promise.all(loops.map((loop) => loop.run()));
      return handled.reduce((sum, count) => sum + count, 0);
    },
    async stop() {
      unsubscribe();
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
};

/** Delivers entries to one consumer repeatedly. */
interface DeliveryLoop {
  /** Checks for due entries now, and then every second. */
  start(): void;
  /**
   * Checks for due entries now. Does nothing if another process held the lease at the last check, because
   * that process delivers them.
   */
  wake(): void;
  /**
   * Waits for the check in progress, then checks once and delivers due entries. Returns the number of handled
   * entries.
   */
  run(): Promise<number>;
  stop(): Promise<void>;
}

const createDeliveryLoop = (reader: DurableConsumer, deps: DispatcherDeps): DeliveryLoop => {
  const { store, runLeased, clock, timers, logger } = deps;
  const delivery = createEntryDelivery(reader, { ...deps, outbox: store.outbox });
  let isStopped = false;
  let isWaking = false;
  let isLeasedElsewhere = false;
  let cancel = (): void => {};
  let pauseSeconds = 1;
  let last: Promise<unknown> = Promise.resolve();
  let turning: Promise<void> | undefined;
  /**
   * Revision of the storage at the last check without due entries, and the time of the next attempt. Until
   * then, an unchanged revision means that nothing is due.
   */
  let quiet: { readonly revision: string; readonly until: number } | undefined;

  const once = async (): Promise<number> => {
    if (isStopped) return 0;
    const revision = store.revision();
    if (quiet !== undefined && quiet.revision === revision && clock.now() < quiet.until) return 0;
    const { isDue, nextDue } = await delivery.look();
    quiet = isDue || revision === undefined ? undefined : { revision, until: nextDue };
    isLeasedElsewhere = false;
    if (!isDue) return 0;
    let handled = 0;
    const isOurs = await runLeased(
      `outbox/${reader.name}`,
      async ({ isStopping }) => {
        handled = await delivery.deliver(isStopping);
      },
      { isStopped: () => isStopped },
    );
    isLeasedElsewhere = !isOurs;
    return handled;
  };
  const run = (): Promise<number> => {
    const running = last.then(once);
    last = running.catch(() => undefined);
    return running;
  };

  const turn = async (): Promise<void> => {
    try {
      do {
        isWaking = false;
        await run();
      } while (isWaking);
      pauseSeconds = 1;
    } catch (error) {
      pauseSeconds = Math.min(pauseSeconds * 2, MAX_PAUSE);
      logger.error("The outbox could not be read or marked", {
        listener: reader.name,
        error,
        retryInSeconds: pauseSeconds,
      });
    }
    turning = undefined;
    if (!isStopped) cancel = timers.after(pauseSeconds * SECOND, begin);
  };
  const begin = (): void => {
    turning = turn();
  };

  return {
    start: begin,
    wake() {
      if (isStopped || isLeasedElsewhere) return;
      isWaking = true;
      if (turning !== undefined) return;
      cancel();
      begin();
    },
    run,
    async stop() {
      isStopped = true;
      cancel();
      await withTimeLimit(Promise.all([turning, last]), timers, () =>
        logger.warn("A listener did not finish within 10 seconds", { listener: reader.name }),
      );
    },
  };
};

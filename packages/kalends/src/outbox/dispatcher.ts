import type { RunLeased } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import { withTimeLimit } from "../jobs/timers.ts";
import { createEntryDelivery, type EntryDeliveryDeps } from "./deliver-entries.ts";
import type { DurableReader } from "./durable-readers.ts";
import type { OutboxSwitch } from "./outbox-switch.ts";

/** Calls durable listeners with what is in the outbox, in one process of an installation at a time. */
export interface Dispatcher {
  /** Goes on until `stop`. */
  start(): void;
  /** What there is now; answers how many entries were handled here. Rejects when the storage fails. */
  deliverDue(): Promise<number>;
  /** Resolves when no listener is called any more, or after ten seconds. A stopped dispatcher stays stopped. */
  stop(): Promise<void>;
}

export interface DispatcherDeps extends Omit<EntryDeliveryDeps, "outbox"> {
  readonly store: Pick<Store, "outbox" | "revision">;
  readonly durableReaders: readonly DurableReader[];
  readonly outboxSwitch: Pick<OutboxSwitch, "onCommit">;
  readonly runLeased: RunLeased;
}

const SECOND = 1000;
/** While the storage fails, it is asked less and less often, down to once in so many seconds. */
const LONGEST_PAUSE = 60;

export const createDispatcher = (deps: DispatcherDeps): Dispatcher => {
  const loops = deps.durableReaders.map((reader) => createDeliveryLoop(reader, deps));
  let forget = (): void => {};
  return {
    start() {
      if (loops.length > 0)
        forget = deps.outboxSwitch.onCommit(() => {
          for (const loop of loops) loop.wake();
        });
      for (const loop of loops) loop.start();
    },
    async deliverDue() {
      const handled = await Promise.all(loops.map((loop) => loop.run()));
      return handled.reduce((sum, count) => sum + count, 0);
    },
    async stop() {
      forget();
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
};

/** One reader, again and again. */
interface DeliveryLoop {
  /** Looks now, and each second from then on. */
  start(): void;
  /** Looks now, too, unless another process was at it when it last did: that one goes on. */
  wake(): void;
  /** One look, and the delivery of what it finds; after the one that is under way. */
  run(): Promise<number>;
  stop(): Promise<void>;
}

const createDeliveryLoop = (reader: DurableReader, deps: DispatcherDeps): DeliveryLoop => {
  const { store, runLeased, clock, timers, logger } = deps;
  const delivery = createEntryDelivery(reader, { ...deps, outbox: store.outbox });
  let isStopped = false;
  let isWaking = false;
  let isElsewhere = false;
  let cancel = (): void => {};
  let pauseSeconds = 1;
  let last: Promise<unknown> = Promise.resolve();
  let turning: Promise<void> | undefined;
  /** What the storage was like when nothing was due, until this time. */
  let quiet: { readonly revision: string; readonly until: number } | undefined;

  const once = async (): Promise<number> => {
    if (isStopped) return 0;
    const revision = store.revision();
    if (quiet !== undefined && quiet.revision === revision && clock.now() < quiet.until) return 0;
    const { isDue, nextDue } = await delivery.look();
    quiet = isDue || revision === undefined ? undefined : { revision, until: nextDue };
    isElsewhere = false;
    if (!isDue) return 0;
    let handled = 0;
    const isOurs = await runLeased(
      `outbox/${reader.name}`,
      async ({ isStopping }) => {
        handled = await delivery.deliver(isStopping);
      },
      { isStopped: () => isStopped },
    );
    isElsewhere = !isOurs;
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
      pauseSeconds = Math.min(pauseSeconds * 2, LONGEST_PAUSE);
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
      if (isStopped || isElsewhere) return;
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
        logger.warn("A listener did not finish in time", { listener: reader.name }),
      );
    },
  };
};

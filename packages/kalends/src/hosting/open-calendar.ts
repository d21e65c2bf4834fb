import { setMaxListeners } from "node:events";
import { CalendarError } from "@kalends/core";
import type { Store, StoreWithAccounts } from "@kalends/core/storage";
import type { ChangeStreams } from "@kalends/http";
import type { Callback } from "@kalends/http/hosting";
import type { MongodbPlace } from "@kalends/store-mongodb";
import { createAppContainer } from "../container.ts";
import type { ContainerInputs, Cradle } from "../cradle.ts";
import type { Scheduler } from "../jobs/scheduler.ts";
import { GRACE_MS, systemClock, systemTimers } from "../jobs/timers.ts";
import { createSafeLogger } from "../logging/loggers.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { toSources } from "../metrics/sources.ts";
import { OperatorError } from "../operator-error.ts";
import type { Dispatcher } from "../outbox/dispatcher.ts";
import { isDurable, openConsumers } from "../outbox/durable-consumers.ts";
import { closePlugins } from "../plugins/close-plugins.ts";
import type { Contributions } from "../plugins/contributions.ts";
import { logImpureReads } from "../plugins/impure-reads.ts";
import type { PluginContainer } from "../plugins/plugin-container.ts";
import { toStoredPlaces } from "../status/stored-places.ts";
import { openMedia, openStorage, requireAccounts } from "../storage/open-storage.ts";
import type { OpenedStorage } from "../storage/storage-schemes.ts";

type Optional =
  | "blobStore"
  | "clock"
  | "counters"
  | "effectiveSettings"
  | "host"
  | "inertPlugins"
  | "localAddress"
  | "readMetrics"
  | "timers";

/**
 * Dependencies for opening a calendar. The calendar opens and closes the parts that are absent here. Parts
 * that are passed are closed by their owner.
 */
export type OpenCalendarDeps = Omit<
  ContainerInputs,
  Optional | "store" | "storedPlaces" | "accountStore" | "metrics" | "closing"
> &
  Partial<Pick<ContainerInputs, Optional>> & {
    /** Store to use instead of the configured storage. */
    readonly store?: Store | StoreWithAccounts;
    /**
     * MongoDB database of the host to use instead of the configured storage. Its connection is not closed.
     */
    readonly database?: MongodbPlace;
    /** True to create a configured storage that does not exist. Defaults to true. */
    readonly createStorage?: boolean;
  };

export interface OpenedCalendar {
  readonly cradle: Cradle;
  readonly callback: Callback;
  startScheduler(): Promise<void>;
  /**
   * Ends change streams, jobs and durable listeners, and aborts requests to other servers after one second.
   * Running work may continue for `GRACE_MS` in total. `close` begins with the same steps.
   */
  endWork(): void;
  /**
   * Ends all work and requests. Then closes listeners, plugins, the container and opened storage, in this
   * order.
   */
  close(): Promise<void>;
}

/**
 * Throws an `OperatorError` if the store is not a plain object. The calendar copies the store with the spread
 * operator, which loses members of a prototype.
 */
const requirePlainStore = (store: Store): void => {
  if (!Object.hasOwn(store, "transaction") || !Object.hasOwn(store.events, "save"))
    throw new OperatorError([
      "The store and its repositories must be plain objects, not instances of classes",
    ]);
};

/** Opens accounts and image files. If that fails, closes the store, unless it was passed in `deps`. */
const openAccountsAndMedia = async (
  storage: OpenedStorage,
  deps: Omit<OpenCalendarDeps, "createStorage" | "database">,
  createStorage: boolean,
): Promise<Pick<ContainerInputs, "accountStore" | "blobStore">> => {
  const { config, pages, store } = deps;
  // Inside a host application, create only a configured folder. The default folder is created with the first
  // image.
  const mayCreate = createStorage && config.migrate && store === undefined;
  const createsMedia = mayCreate && (config.media !== undefined || pages);
  try {
    requirePlainStore(storage.store);
    return {
      accountStore: deps.host?.identity === undefined ? await requireAccounts(storage.store) : undefined,
      blobStore: deps.blobStore ?? (await openMedia(deps.config, storage, createsMedia)),
    };
  } catch (error) {
    if (deps.store === undefined) await storage.store.close();
    throw error;
  }
};

/** Imports and creates the metrics. The import is slow, so it happens only if metrics are on. */
const loadMetrics = async (ofProcess: boolean): Promise<Metrics> => {
  const { createMetrics } = await import("../metrics/create-metrics.ts");
  return createMetrics({ ofProcess });
};

/**
 * Milliseconds that requests to other servers may still take when the calendar closes. Most requests end
 * within this time. Longer requests are aborted, so that they do not delay closing.
 */
const FETCH_GRACE_MS = 1_000;

/** State of a calendar that is closing. */
interface Ending {
  /** Resolves when the work ends, or when the grace period of all running work is over. */
  within(work: Promise<unknown>): Promise<unknown>;
  /** Resolves when no job and no listener is running. */
  readonly workOver: Promise<unknown>;
  cancel(): void;
}

/**
 * Opens the storage and image files, and connects all parts of the calendar. If a step fails, closes
 * everything again.
 */
export const openCalendar = async ({
  database,
  createStorage = true,
  ...deps
}: OpenCalendarDeps): Promise<OpenedCalendar> => {
  const { config, plugins, inertPlugins = [], clock = systemClock, timers = systemTimers, host = {} } = deps;
  const logger = createSafeLogger(deps.logger);
  const storage =
    deps.store === undefined
      ? await openStorage(config, { plugins, create: createStorage, database, logger })
      : { store: deps.store };
  const { store } = storage;
  const rest = await openAccountsAndMedia(storage, deps, createStorage);
  const metrics = config.metrics === false ? undefined : await loadMetrics(deps.pages);
  const readMetrics = config.metrics === true && deps.pages ? (deps.readMetrics ?? metrics?.read) : undefined;
  const fetches = new AbortController();
  // Each request to another server adds a listener while it runs, so Node's warning about many listeners is
  // wrong here.
  setMaxListeners(0, fetches.signal);
  const inputs = {
    ...{
      ...deps,
      counters: deps.counters,
      localAddress: deps.localAddress,
      inertPlugins,
      effectiveSettings: deps.effectiveSettings ?? [],
      storedPlaces: toStoredPlaces(config, {
        storage: deps.store !== undefined || database !== undefined,
        images: deps.blobStore !== undefined,
        storesImages: "openBlobStore" in storage && storage.openBlobStore !== undefined,
      }),
      clock,
      timers,
      host,
      logger,
      store,
    },
    ...{ metrics, readMetrics, ...rest, closing: fetches.signal },
  };
  const container = createAppContainer(inputs);
  const { cradle } = container;
  let closing: Promise<void> | undefined;
  let containers: readonly PluginContainer[] = [];
  let closers: Contributions["onClose"] = [];
  let scheduler: Scheduler | undefined;
  let dispatcher: Dispatcher | undefined;
  let streams: ChangeStreams | undefined;
  let ending: Ending | undefined;
  const beginEnd = (): Ending => {
    if (ending !== undefined) return ending;
    const cancelEnd = timers.after(FETCH_GRACE_MS, () =>
      fetches.abort(new CalendarError("rest_storage_unavailable")),
    );
    let cancelGrace = (): void => {};
    const graceOver = new Promise<void>((resolve) => {
      cancelGrace = timers.after(GRACE_MS, resolve);
    });
    streams?.close();
    // Stop jobs and deliveries while open requests finish, so that neither waits for the other.
    const workOver = Promise.all([scheduler?.stop(), dispatcher?.stop()]);
    ending = {
      within: (work) => Promise.race([work, graceOver]),
      workOver,
      cancel() {
        cancelEnd();
        cancelGrace();
      },
    };
    return ending;
  };
  const closeAll = async (): Promise<void> => {
    const { within, workOver, cancel } = beginEnd();
    await within(Promise.all([cradle.requests.close(), workOver]));
    await cradle.domainEvents.close();
    await closePlugins(containers, closers, { timers, logger });
    cancel();
    await container.dispose();
    if (deps.store === undefined) await store.close();
    if (deps.blobStore === undefined) await rest.blobStore.close();
  };
  const close = (): Promise<void> => {
    closing ??= closeAll();
    return closing;
  };
  try {
    containers = cradle.pluginContainers.all;
    closers = cradle.contributions.onClose;
    // Create all parts that serve requests now, so that their errors stop the start.
    const { callback, changeStreams } = cradle;
    streams = changeStreams;
    const jobs = cradle.scheduler;
    scheduler = jobs;
    const delivery = cradle.dispatcher;
    dispatcher = delivery;
    for (const { plugin, value } of cradle.contributions.listeners) {
      if (!isDurable(value)) cradle.domainEvents.on(value, plugin);
    }
    await cradle.changeFeed.open();
    await openConsumers(cradle);
    metrics?.observe(toSources(cradle));
    return {
      cradle,
      callback,
      startScheduler() {
        // Only the process that runs jobs logs these lines, so that they appear once.
        logImpureReads(cradle.impureReads, logger);
        delivery.start();
        return jobs.start();
      },
      endWork: () => void beginEnd(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

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
import { isDurable, openReaders } from "../outbox/durable-readers.ts";
import { closePlugins } from "../plugins/close-plugins.ts";
import type { Contributions } from "../plugins/contributions.ts";
import { logImpureReads } from "../plugins/impure-reads.ts";
import type { PluginContainer } from "../plugins/plugin-container.ts";
import { openMedia, openStorage, requireAccounts } from "../storage/open-storage.ts";
import type { OpenedStorage } from "../storage/storage-schemes.ts";

type Optional = "blobStore" | "clock" | "counters" | "host" | "inertPlugins" | "readMetrics" | "timers";

/** What is given opened is closed by its owner; the rest is opened as configured. */
export type OpenCalendarDeps = Omit<
  ContainerInputs,
  Optional | "store" | "accountStore" | "metrics" | "closing"
> &
  Partial<Pick<ContainerInputs, Optional>> & {
    /** Instead of the configured storage. */
    readonly store?: Store | StoreWithAccounts;
    /** Instead of the configured storage: a database of the host's, whose connection stays open. */
    readonly database?: MongodbPlace;
    /** Whether a configured storage that does not exist is created (the default). */
    readonly createStorage?: boolean;
  };

export interface OpenedCalendar {
  readonly cradle: Cradle;
  readonly callback: Callback;
  startScheduler(): Promise<void>;
  /**
   * Ends streams of changes, jobs and durable listeners, and gives requests to other servers one more second. All that is under way has
   * `GRACE_MS` from then on. `close` does so, too.
   */
  endWork(): void;
  /** Ends work and requests, then closes other listeners, plugins, container and what was opened, in this order. */
  close(): Promise<void>;
}

/** Copies of a store and its repositories lack what is in a prototype: writes would fail. Throws an `OperatorError`. */
const demandPlain = (store: Store): void => {
  if (!Object.hasOwn(store, "transaction") || !Object.hasOwn(store.events, "save"))
    throw new OperatorError([
      "The store and its repositories must be plain objects, not instances of classes",
    ]);
};

/** What a calendar needs apart from its store, which is closed again when that cannot be opened. */
const openTheRest = async (
  storage: OpenedStorage,
  deps: Omit<OpenCalendarDeps, "createStorage" | "database">,
  createStorage: boolean,
): Promise<Pick<ContainerInputs, "accountStore" | "blobStore">> => {
  const { config, pages, store } = deps;
  // Of a host, only a folder that it names is created before the first image.
  const mayCreate = createStorage && config.migrate && store === undefined;
  const createsMedia = mayCreate && (config.media !== undefined || pages);
  try {
    demandPlain(storage.store);
    return {
      accountStore: deps.host?.identity === undefined ? await requireAccounts(storage.store) : undefined,
      blobStore: deps.blobStore ?? (await openMedia(deps.config, storage, createsMedia)),
    };
  } catch (error) {
    if (deps.store === undefined) await storage.store.close();
    throw error;
  }
};

/** Only where it is wanted: it takes a while. */
const loadMetrics = async (ofProcess: boolean): Promise<Metrics> => {
  const { createMetrics } = await import("../metrics/create-metrics.ts");
  return createMetrics({ ofProcess });
};

/** Milliseconds that requests to other servers may still take when the calendar closes: most end by then, and endless ones delay nothing. */
const FETCH_GRACE_MS = 1_000;

/** The end of a calendar, from when it has begun. */
interface Ending {
  /** Resolves when the work does, or when the grace of all that is under way is over. */
  within(work: Promise<unknown>): Promise<unknown>;
  /** No job and no listener runs any more. */
  readonly workOver: Promise<unknown>;
  cancel(): void;
}

/** Opens storage and media and wires everything to them; closes them again when that fails. */
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
  const rest = await openTheRest(storage, deps, createStorage);
  const metrics = config.metrics === false ? undefined : await loadMetrics(deps.pages);
  const readMetrics = config.metrics === true && deps.pages ? (deps.readMetrics ?? metrics?.read) : undefined;
  const fetches = new AbortController();
  // One listener for each request to another server, as long as it lasts.
  setMaxListeners(0, fetches.signal);
  const inputs = {
    ...{ ...deps, counters: deps.counters, inertPlugins, clock, timers, host, logger, store },
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
    // Beside the requests that are under way: neither waits for the other.
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
    // Makes everything that serves, so that what cannot be made is known now.
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
    await openReaders(cradle);
    metrics?.observe(toSources(cradle));
    return {
      cradle,
      callback,
      startScheduler() {
        // Of several processes one runs jobs, and says it once.
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

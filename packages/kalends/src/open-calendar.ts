import type { BlobStore, Store } from "@kalends/core";
import type { Callback } from "@kalends/http";
import type { MongodbPlace } from "@kalends/store-mongodb";
import type { AwilixContainer } from "awilix/browser";
import { type Cradle, createAppContainer, type Surroundings } from "./container.ts";
import { openMedia } from "./open-media.ts";
import { openStorage, openStorageIn } from "./open-storage.ts";

/** What is given opened is closed by its owner; the rest is opened as configured. */
export type OpenCalendarDeps = Omit<Surroundings, "store" | "blobStore" | "host"> &
  Partial<Pick<Surroundings, "store" | "blobStore" | "host">> & {
    /** Where the store is opened, instead of where the configuration says. */
    readonly place?: MongodbPlace;
  };

export interface OpenedCalendar {
  readonly container: AwilixContainer<Cradle>;
  readonly cradle: Cradle;
  readonly callback: Callback;
  startScheduler(): Promise<void>;
  /** Requests, scheduler, listeners, container, what was opened, in this order. */
  close(): Promise<void>;
}

const openMediaBeside = async (store: Store, deps: OpenCalendarDeps): Promise<BlobStore> => {
  try {
    return await openMedia(deps.config);
  } catch (error) {
    if (deps.store === undefined) await store.close();
    throw error;
  }
};

/** Opens storage and media and wires everything to them; closes them again when that fails. */
export const openCalendar = async (deps: OpenCalendarDeps): Promise<OpenedCalendar> => {
  const { config, plugins, clock, timers, logger, pages, host = {} } = deps;
  const accounts = host.identity === undefined;
  const store =
    deps.store ??
    (await (deps.place ? openStorageIn(deps.place, config) : openStorage(config, { plugins, accounts })));
  const blobStore = deps.blobStore ?? (await openMediaBeside(store, deps));
  const container = createAppContainer({
    config,
    plugins,
    clock,
    timers,
    logger,
    pages,
    host,
    store,
    blobStore,
  });
  const { cradle } = container;
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await cradle.requests.close();
    await cradle.scheduler.stop();
    await cradle.domainEvents.close();
    await container.dispose();
    if (deps.store === undefined) await store.close();
    if (deps.blobStore === undefined) await blobStore.close();
  };
  const closeOnce = (): Promise<void> => {
    closing ??= close();
    return closing;
  };
  try {
    // Makes everything that serves, so that what cannot be made is known now.
    const { callback } = cradle;
    for (const { plugin, value } of cradle.contributions.listeners) {
      // Name and handle belong together.
      cradle.domainEvents.on(value.on, (change) => value.handle(change as never), plugin);
    }
    return { container, cradle, callback, startScheduler: () => cradle.scheduler.start(), close: closeOnce };
  } catch (error) {
    await closeOnce();
    throw error;
  }
};

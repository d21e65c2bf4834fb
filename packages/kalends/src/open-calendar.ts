import type { RequestListener } from "node:http";
import type { BlobStore, Store } from "@kalends/core";
import { type Cradle, createAppContainer, type Surroundings } from "./container.ts";
import { openMedia } from "./open-media.ts";
import { openStorage } from "./open-storage.ts";

/** What is given opened is closed by its owner; the rest is opened as configured. */
export type OpenCalendarDeps = Omit<Surroundings, "store" | "blobStore"> & {
  readonly store?: Store;
  readonly blobStore?: BlobStore;
};

export interface OpenedCalendar {
  readonly cradle: Cradle;
  readonly callback: RequestListener;
  startScheduler(): Promise<void>;
  /** Scheduler, container, what was opened, in this order. */
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
  const store = deps.store ?? (await openStorage(deps.config));
  const blobStore = deps.blobStore ?? (await openMediaBeside(store, deps));
  const { config, clock, timers, logger, pages } = deps;
  const container = createAppContainer({ config, clock, timers, logger, pages, store, blobStore });
  const { cradle } = container;
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await cradle.scheduler.stop();
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
    const callback = cradle.http.callback();
    return { cradle, callback, startScheduler: () => cradle.scheduler.start(), close: closeOnce };
  } catch (error) {
    await closeOnce();
    throw error;
  }
};

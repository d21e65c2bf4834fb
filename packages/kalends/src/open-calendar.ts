import type { Callback } from "@kalends/http";
import type { AwilixContainer } from "awilix/browser";
import { type Cradle, createAppContainer, type Surroundings } from "./container.ts";
import { openStorage } from "./open-storage.ts";

/** `store`: an opened one, which its owner closes; without it the configured storage is opened. */
export type OpenCalendarDeps = Omit<Surroundings, "store" | "host"> &
  Partial<Pick<Surroundings, "store" | "host">>;

export interface OpenedCalendar {
  readonly container: AwilixContainer<Cradle>;
  readonly cradle: Cradle;
  readonly callback: Callback;
  startScheduler(): Promise<void>;
  /** Scheduler, listeners, container, store, in this order. */
  close(): Promise<void>;
}

/** Opens the storage and wires everything to it; closes it again when that fails. */
export const openCalendar = async (deps: OpenCalendarDeps): Promise<OpenedCalendar> => {
  const { config, plugins, clock, timers, logger, pages, host = {} } = deps;
  const accounts = host.identity === undefined;
  const store = deps.store ?? (await openStorage(config, { plugins, accounts }));
  const container = createAppContainer({ config, plugins, clock, timers, logger, pages, host, store });
  const { cradle } = container;
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await cradle.scheduler.stop();
    await cradle.domainEvents.close();
    await container.dispose();
    if (deps.store === undefined) await store.close();
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

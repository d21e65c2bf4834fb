import type { Store } from "@kalends/core/storage";
import { systemClock } from "../jobs/timers.ts";
import { SILENT_LOGGER } from "../logging/loggers.ts";

/** What the option `--tell` says of itself. */
export const TELL =
  "tell durable listeners and readers of changes, too, as if each record was written by itself";

/** The same store, whose units of work keep what they change in the outbox. */
export const keepingChanges = async (store: Store): Promise<Store> => {
  const { createPostStatuses, createTransact } = await import("@kalends/core/interface");
  const transact = createTransact({
    store,
    postStatuses: createPostStatuses([]),
    outboxSwitch: { isOn: () => true },
    clock: systemClock,
    logger: SILENT_LOGGER,
  });
  return { ...store, transaction: (work) => transact(work, {}) };
};

import type { Store } from "@kalends/core/storage";
import { systemClock } from "../jobs/timers.ts";
import { SILENT_LOGGER } from "../logging/loggers.ts";

/** Help text of the option `--tell`, which records changes in the outbox. */
export const NOTIFY =
  "also notify durable listeners and readers of changes, as if each record was written individually";

/** Returns a store that also records the changes of its transactions in the outbox. */
export const withOutbox = async (store: Store): Promise<Store> => {
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

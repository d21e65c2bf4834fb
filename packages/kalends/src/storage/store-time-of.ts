import type { LogLevel } from "../configuration/config.ts";
import type { ContainerInputs } from "../cradle.ts";
import { callingBoth, toSafeHook } from "../hosting/timing-hooks.ts";
import { createStoreTime, type StoreTime } from "./store-time.ts";

/** Log levels at which log lines contain the time that a request waited for the store. */
const MEASURED_LEVELS: ReadonlySet<LogLevel> = new Set(["trace", "debug"]);

/**
 * Creates the time measurement of store calls. Returns `undefined` if nobody uses the results; the store is
 * then called directly.
 */
export const createStoreTimeOf = ({
  config,
  host,
  logger,
  metrics,
}: Pick<ContainerInputs, "config" | "host" | "logger" | "metrics">): StoreTime | undefined => {
  const { onRequest, onStoreCall } = host;
  const isWatched = onRequest !== undefined || onStoreCall !== undefined || metrics !== undefined;
  if (!isWatched && !MEASURED_LEVELS.has(config.logLevel)) return undefined;
  return createStoreTime({
    onCall: callingBoth(toSafeHook("onStoreCall", onStoreCall, logger), metrics?.onStoreCall),
  });
};

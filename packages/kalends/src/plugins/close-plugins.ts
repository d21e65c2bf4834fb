import type { Logger, Owned } from "@kalends/core";
import { type Timers, withTimeLimit } from "../jobs/timers.ts";

/** Calls what plugins want to be called at the end, all at once, and waits for ten seconds at most. */
export const closePlugins = async (
  closers: readonly Owned<() => void | Promise<void>>[],
  { timers, logger }: { readonly timers: Timers; readonly logger: Logger },
): Promise<void> => {
  const closeOne = async ({ plugin, value: close }: (typeof closers)[number]): Promise<void> => {
    try {
      // A function that is not asynchronous may throw, too.
      const closing = Promise.resolve().then(close);
      await withTimeLimit(closing, timers, () => logger.warn("A plugin did not close in time", { plugin }));
    } catch (error) {
      logger.error("A plugin could not be closed", { plugin, error });
    }
  };
  await Promise.all(closers.map(closeOne));
};

import type { Logger } from "@kalends/core";
import { type Timers, withTimeLimit } from "../jobs/timers.ts";
import type { Contributions } from "./contributions.ts";
import type { PluginContainer } from "./plugin-container.ts";

/**
 * Calls what plugins want to be called at the end, then closes their services: one plugin after another, the last one first, each function
 * for ten seconds at most.
 */
export const closePlugins = async (
  containers: readonly PluginContainer[],
  closers: Contributions["onClose"],
  { timers, logger }: { readonly timers: Timers; readonly logger: Logger },
): Promise<void> => {
  const closeOne = async (plugin: string, close: () => void | Promise<void>): Promise<void> => {
    try {
      // A function that is not asynchronous may throw, too.
      const closing = Promise.resolve().then(close);
      await withTimeLimit(closing, timers, () => logger.warn("A plugin did not close in time", { plugin }));
    } catch (error) {
      logger.error("A plugin could not be closed", { plugin, error });
    }
  };
  const lastFirst = [...containers].reverse();
  for (const { plugin } of lastFirst) {
    const own = closers.filter((closer) => closer.plugin === plugin.name);
    await Promise.all(own.map(({ value }) => closeOne(plugin.name, value)));
  }
  for (const { plugin, dispose } of lastFirst) await closeOne(plugin.name, dispose);
};

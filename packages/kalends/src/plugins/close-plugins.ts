import type { Logger } from "@kalends/core";
import { type Timers, withTimeLimit } from "../jobs/timers.ts";
import type { Contributions } from "./contributions.ts";
import type { PluginContainer } from "./plugin-container.ts";

/**
 * Calls the closing functions of plugins, then closes their services. Plugins are closed one after the other,
 * in reverse order. Each function may take at most ten seconds.
 */
export const closePlugins = async (
  containers: readonly PluginContainer[],
  closers: Contributions["onClose"],
  { timers, logger }: { readonly timers: Timers; readonly logger: Logger },
): Promise<void> => {
  const closeOne = async (plugin: string, close: () => void | Promise<void>): Promise<void> => {
    try {
      // Use `then` to catch errors of functions that are not asynchronous too.
      const closing = Promise.resolve().then(close);
      await withTimeLimit(closing, timers, () =>
        logger.warn("A plugin did not close within 10 seconds", { plugin }),
      );
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

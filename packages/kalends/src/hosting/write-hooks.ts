import { createWriteHooks, type WriteHooks } from "@kalends/core";
import type { Cradle } from "../container.ts";

/** Those of plugins in the order of the configuration, then the host's: it has the last word. */
export const toWriteHooks = ({
  contributions,
  host,
  htmlCleaner,
  site,
  logger,
}: Pick<Cradle, "contributions" | "host" | "htmlCleaner" | "site" | "logger">): WriteHooks | undefined => {
  const ofPlugins = contributions.writeHooks.map(({ plugin, value }) => ({
    plugin: `the plugin ${plugin}`,
    value,
  }));
  const { beforeSave, check } = host;
  const isEmpty = beforeSave === undefined && check === undefined;
  const ofHost = {
    plugin: "the host",
    value: { ...(beforeSave && { beforeSave }), ...(check && { check }) },
  };
  return createWriteHooks({ hooks: isEmpty ? ofPlugins : [...ofPlugins, ofHost], htmlCleaner, site, logger });
};

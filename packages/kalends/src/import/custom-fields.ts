import type { Owned, RecordField } from "@kalends/core";
import type { Amend } from "@kalends/import";
import type { CommandStorage } from "../commands/command-context.ts";
import { systemClock, systemTimers } from "../jobs/timers.ts";
import { SILENT_LOGGER } from "../logging/loggers.ts";

/**
 * Returns the function that copies custom fields of imported events to fields of active plugins. Each
 * option has the form `LABEL=FIELD`; any other form rejects with an `ImportError`.
 * Source: rules/choices.md#import-custom-fields.
 */
export const amendByFields = async (
  storage: CommandStorage,
  options: readonly string[] = [],
): Promise<Amend> => {
  const { amendCustomFields, createCustomFields, readFieldMapping } = await import("@kalends/import");
  const fields = await fieldsOf(storage);
  return amendCustomFields(createCustomFields({ fields, mapping: readFieldMapping(options) }));
};

/**
 * Returns the record fields of all plugins. Sets up all plugins for this, but starts no jobs and no
 * listeners.
 */
const fieldsOf = async ({
  plugins,
  config,
  store,
  openAccounts,
  openMedia,
}: CommandStorage): Promise<readonly Owned<RecordField>[]> => {
  if (plugins.length === 0) return [];
  const { createAppContainer } = await import("../container.ts");
  const container = createAppContainer({
    ...{ config, store, accountStore: await openAccounts(), blobStore: await openMedia() },
    plugins,
    ...{
      inertPlugins: [],
      effectiveSettings: [],
      storedPlaces: { folders: [] },
      host: {},
      pages: false,
      localAddress: undefined,
      metrics: undefined,
      readMetrics: undefined,
      counters: undefined,
      closing: new AbortController().signal,
    },
    ...{ clock: systemClock, timers: systemTimers, logger: SILENT_LOGGER },
  });
  return container.cradle.contributions.fields;
};

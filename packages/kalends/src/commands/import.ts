import type { Store } from "@kalends/core";
import { Command } from "commander";
import type { ImportTarget } from "../archive/import-archive.ts";
import type { Config } from "../configuration/config.ts";
import { systemClock } from "../jobs/timers.ts";
import { SILENT_LOGGER } from "../logging/loggers.ts";
import { OperatorError } from "../operator-error.ts";
import { type CommandFactory, countOf, withStorage } from "./command-context.ts";
import { keepingChanges, TELL } from "./tell-option.ts";

export const createImportCommand: CommandFactory = (context) =>
  new Command("import")
    .description("take over an archive of `kalends export`, or list pages of this interface (JSON)")
    .argument("<places...>", "list pages, folders of them, or the folder of one archive")
    .option("--no-images", "leave images that list pages name where they are, instead of fetching them")
    .option("--tell", TELL)
    .action(async (places: readonly string[], { images, tell }: { images: boolean; tell?: true }) => {
      const { warn, print, showProgress } = context;
      await context.loadInstallation();
      const [{ createImportReport }, { importArchive, isArchive }, { importListPages }, { filesOf }] =
        await Promise.all([
          import("../import/import-report.ts"),
          import("../archive/import-archive.ts"),
          import("../import/import-list-pages.ts"),
          import("../import/list-pages.ts"),
        ]);
      // A place that does not exist is an error before a storage is created for it.
      const files = filesOf(places.filter((place) => !isArchive(place)));
      let total: number | undefined;
      const report = createImportReport({ warn, onProgress: (done) => showProgress(toBar(done, total)) });
      await withStorage(context, {}, async ({ config, openAccounts, openMedia, loadEvents, ...storage }) => {
        const store = tell ? await keepingChanges(storage.store) : storage.store;
        const [{ createHtmlCleaner }, { importImages }] = await Promise.all([
          import("@kalends/html"),
          import("../import/import-images.ts"),
        ]);
        const series = await seriesIn(store, config);
        const accounts = await openAccounts();
        const blobStore = await openMedia();
        const onProgress = (done: number, total: number): void => showProgress(`image ${done} of ${total}`);
        const imageDeps = { config, store, blobStore, report, warn, onProgress };
        for (const place of places.filter(isArchive))
          await importArchive({ store, accounts, blobStore, loadEvents, ...series }, place, report);
        if (files.length === 0) return;
        await importListPages({
          store,
          accounts,
          htmlCleaner: createHtmlCleaner(),
          files,
          report,
          ...(images && { importImages: (addresses) => importImages(addresses, imageDeps) }),
          onTotal: (known) => {
            total = known;
          },
        });
      });
      const { added, unchanged, failed } = report.counts();
      for (const kind of new Set([...Object.keys(added), ...Object.keys(unchanged)])) {
        print(`${kind}: ${added[kind] ?? 0} added, ${unchanged[kind] ?? 0} already there`);
      }
      if (failed > 0) throw new OperatorError([`${failed} could not be taken over.`]);
    });

/** How series are taken over. */
const seriesIn = async (
  store: Store,
  config: Config,
): Promise<Pick<ImportTarget, "seriesLimits" | "extendSeries">> => {
  const { createExtendHorizon, recurrenceLimits } = await import("@kalends/core");
  const clock = systemClock;
  return {
    seriesLimits: recurrenceLimits(clock.now(), config),
    extendSeries: createExtendHorizon({ store, clock, site: config, logger: SILENT_LOGGER }),
  };
};

const WIDTH = 30;

/** A bar when the total is known, else a count. */
const toBar = (done: number, total: number | undefined): string => {
  if (total === undefined || total === 0) return countOf(done, "records");
  const filled = Math.min(WIDTH, Math.round((done / total) * WIDTH));
  return `[${"#".repeat(filled)}${" ".repeat(WIDTH - filled)}] ${done} of ${total}`;
};

import { type BlobStore, type Store, toInertText } from "@kalends/core";
import type { ImportCounts, ImportImagesDeps, ImportReport } from "@kalends/import";
import { Command } from "commander";
import type { ImportTarget } from "../archive/import-archive.ts";
import type { Config } from "../configuration/config.ts";
import { newToken } from "../hosting/new-token.ts";
import type { ForeignPlace } from "../import/sources/import-formats.ts";
import { systemClock } from "../jobs/timers.ts";
import { SILENT_LOGGER } from "../logging/loggers.ts";
import { OperatorError } from "../operator-error.ts";
import { type CommandContext, type CommandFactory, countOf, withStorage } from "./command-context.ts";
import { withCalendar } from "./opened/with-calendar.ts";
import { keepingChanges, TELL } from "./tell-option.ts";

interface ImportOptions {
  readonly images: boolean;
  readonly tell?: true;
  readonly format?: string;
}

export const createImportCommand: CommandFactory = (context) =>
  new Command("import")
    .description(
      "take over an archive of `kalends export`, list pages of this interface (JSON), or what plugins know",
    )
    .argument(
      "<places...>",
      "list pages, folders of them, the folder of one archive; files and addresses that plugins know",
    )
    .option(
      "--format <name>",
      "what all places are, instead of finding out: archive, list-pages, or of a plugin",
    )
    .option("--no-images", "leave images that list pages name where they are, instead of fetching them")
    .option("--tell", TELL)
    .action(async (places: readonly string[], { images, tell, format }: ImportOptions) => {
      const { warn, print, showProgress } = context;
      const { plugins } = await context.loadInstallation();
      const [{ createImportReport }, { sortPlaces }] = await Promise.all([
        import("@kalends/import"),
        import("../import/sources/import-formats.ts"),
      ]);
      const hasImporters = plugins.some(({ importers = [] }) => importers.length > 0);
      // A place that does not exist is an error before a storage is created for it.
      const { archives, listPages, others } = await sortPlaces(places, { format, hasImporters });
      let total: number | undefined;
      const report = createImportReport({ warn, onProgress: (done) => showProgress(toBar(done, total)) });
      const onTotal = (known: number): void => {
        total = known;
      };
      if (archives.length + listPages.length > 0)
        await takeOver(context, { archives, listPages, images, tell, report, onTotal });
      total = undefined;
      try {
        if (others.length > 0) await takeOverByPlugins(context, { places: others, format, tell, report });
      } finally {
        printCounts(report.counts(), print);
      }
      const { failed } = report.counts();
      if (failed > 0) throw new OperatorError([`${failed} could not be taken over.`]);
    });

interface TakeOver {
  readonly archives: readonly string[];
  /** Files. */
  readonly listPages: readonly string[];
  readonly images: boolean;
  readonly tell: true | undefined;
  readonly report: ImportReport;
  onTotal(total: number): void;
}

/** Archives and list pages. */
const takeOver = async (
  context: CommandContext,
  { archives, listPages: files, images, tell, report, onTotal }: TakeOver,
): Promise<void> => {
  const { warn, showProgress } = context;
  const [{ importArchive }, { importImages, importListPages }] = await Promise.all([
    import("../archive/import-archive.ts"),
    import("@kalends/import"),
  ]);
  await withStorage(context, {}, async ({ config, openAccounts, openMedia, loadEvents, ...storage }) => {
    const store = tell ? await keepingChanges(storage.store) : storage.store;
    const { createHtmlCleaner } = await import("@kalends/html");
    const series = await seriesIn(store, config);
    const accounts = await openAccounts();
    const blobStore = await openMedia();
    const onProgress = (done: number, total: number): void => showProgress(`image ${done} of ${total}`);
    const imageDeps = { store, report, onProgress, ...(await imageDepsOf(config, blobStore, warn)) };
    for (const place of archives)
      await importArchive({ store, accounts, blobStore, loadEvents, ...series }, place, report);
    if (files.length === 0) return;
    await importListPages({
      ...{ store, accounts, files, report, onTotal },
      htmlCleaner: createHtmlCleaner(),
      ...(images && { importImages: (addresses) => importImages(addresses, imageDeps) }),
    });
  });
};

/** What importers of plugins are asked about, who write as plugins do: by the rules, in units of their own. */
const takeOverByPlugins = async (
  context: CommandContext,
  {
    places,
    format,
    tell,
    report,
  }: {
    readonly places: readonly ForeignPlace[];
    readonly format: string | undefined;
    readonly tell: true | undefined;
    readonly report: ImportReport;
  },
): Promise<void> => {
  const { runImporters } = await import("../import/sources/run-importers.ts");
  await withCalendar(context, {}, async ({ contributions: { importers }, outboxSwitch }) => {
    if (tell) outboxSwitch.turnOn();
    await runImporters({ importers, places, format, note: report.took });
  });
};

/** A line for each kind. */
const printCounts = ({ added, unchanged, others }: ImportCounts, print: (line: string) => void): void => {
  for (const kind of new Set([added, unchanged, ...Object.values(others)].flatMap(Object.keys))) {
    const further = Object.entries(others).flatMap(([outcome, counts]) =>
      counts[kind] === undefined ? [] : [`, ${counts[kind]} ${outcome}`],
    );
    print(
      toInertText(
        `${kind}: ${added[kind] ?? 0} added, ${unchanged[kind] ?? 0} already there${further.join("")}`,
      ),
    );
  }
};

const imageDepsOf = async (
  { imageAllowHosts: allowHosts }: Config,
  blobStore: BlobStore,
  warn: (line: string) => void,
): Promise<Pick<ImportImagesDeps, "fetcher" | "files">> => {
  const [{ createImageFiles }, { createImageFetcher, createImageRenderer }] = await Promise.all([
    import("@kalends/core"),
    import("@kalends/media"),
  ]);
  const logger = { ...SILENT_LOGGER, warn, error: warn };
  const imageRenderer = createImageRenderer({ logger });
  return {
    fetcher: createImageFetcher({ allowHosts }),
    files: createImageFiles({ blobStore, imageRenderer, newToken, clock: systemClock, logger }),
  };
};

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

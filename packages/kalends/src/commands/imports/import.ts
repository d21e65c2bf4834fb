import type { ImporterOptions } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import type { ImportCounts, ImportReport } from "@kalends/import";
import { Command, Option } from "commander";
import type { ImportTarget } from "../../archive/import-archive.ts";
import type { Config } from "../../configuration/config.ts";
import { createImportProgress } from "../../import/import-progress.ts";
import { addImportSourceOptions, type ImportSourceOptions } from "../../import/import-source-options.ts";
import { createLinkHere } from "../../import/record-links.ts";
import type { ForeignPlace } from "../../import/sources/import-formats.ts";
import { hasRecords, importVerdict, interruptedVerdict } from "../../import/verdicts.ts";
import { type RunReport, withReport, withReportFile } from "../../import/with-report.ts";
import { systemClock } from "../../jobs/timers.ts";
import { SILENT_LOGGER } from "../../logging/loggers.ts";
import { OperatorError } from "../../operator-error.ts";
import { type CommandContext, type CommandFactory, withStorage } from "../command-context.ts";
import { withOutbox } from "../notify-option.ts";
import { withCalendar } from "../opened/with-calendar.ts";

export interface ImportOptions extends ImportSourceOptions {
  readonly format?: string;
  readonly report?: string;
  /** True to trust the archive; only for archives. */
  readonly trusted?: true;
  /** Handling of events that exist but were not imported; only for importers of plugins. */
  readonly own?: ImporterOptions["own"];
}

export const createImportCommand: CommandFactory = (context) => {
  const command = new Command("import")
    .description(
      "import an archive of `kalends export`, list pages of this API (JSON), WordPress exports, tables (CSV), a live server with this API, or a format of a plugin",
    )
    .argument(
      "<places...>",
      "list pages, WordPress exports or tables, or folders of them; the folder of an archive; the address of a live server; files and addresses in formats of plugins",
    )
    .option(
      "--format <name>",
      "the format of all places, instead of detecting it: archive, list-pages, wordpress, csv, live, or a format of a plugin",
    )
    .option(
      "--dry-run",
      "write nothing, and report what would be imported; not available for archives and for plugin formats without a dry run",
    )
    .option(
      "--report <file>",
      "also write the outcome of each record: JSON lines (.jsonl) or a web page (.html); not for archives and plugin formats",
    );
  return addImportSourceOptions(command)
    .option(
      "--trusted",
      "import archives unchanged: do not clean HTML, and import accounts and plugin data even if the calendar is not empty",
    )
    .addOption(
      new Option(
        "--own <what>",
        "for plugin formats: what to do with events that exist but were not imported: skip (default) or update",
      ).choices(["skip", "update"]),
    )
    .option("--restart", "read a live server from the beginning, even if an earlier run was interrupted")
    .action((places: readonly string[], options: ImportOptions) => importPlaces(context, places, options));
};

/**
 * Maximum number of notes about single records on a terminal, so that warnings and the result stay visible.
 */
const TERMINAL_NOTES = 10;

/**
 * Imports files and addresses, and prints the result. Rejects with an `OperatorError` if a record failed, or
 * if a source listed fewer or more records than it announced. Conflicts and records kept out are no failures.
 */
export const importPlaces = async (
  context: CommandContext,
  places: readonly string[],
  options: ImportOptions,
): Promise<void> => {
  const { warn, print } = context;
  const { format, dryRun, own, trusted } = options;
  const { config, plugins } = await context.loadInstallation();
  const [{ createImportReport }, { sortPlaces }, { importSources: takeOverSources }, { printCounts }] =
    await Promise.all([
      import("@kalends/import"),
      import("../../import/sources/import-formats.ts"),
      import("../../import/import-sources.ts"),
      import("../../import/print-counts.ts"),
    ]);
  const hasImporters = plugins.some(({ importers = [] }) => importers.length > 0);
  const { archives, sources, others } = await sortPlaces(places, {
    format,
    hasImporters,
    signsIn: options.user !== undefined,
  });
  const [archive] = archives;
  if (dryRun && archive !== undefined)
    throw new OperatorError([
      `${archive} cannot be imported with --dry-run: the format archive has no dry run.`,
    ]);
  if (own !== undefined && others.length === 0)
    throw new OperatorError(["--own is only for plugin formats, such as iCalendar files."]);
  if (trusted && archives.length === 0) throw new OperatorError(["--trusted is only for archives."]);
  const isDry = dryRun === true;
  const verdictOf = (counts: ImportCounts): string => importVerdict(counts, isDry);
  const run = async (file: RunReport): Promise<ImportCounts> => {
    const progress = createImportProgress(context);
    const reporting = {
      ...{ warn, onProgress: progress.at, onEntry: file.write },
      ...(context.stderr.isTTY && { shownNotes: TERMINAL_NOTES }),
    };
    const report = withReportFile(file, createImportReport(reporting));
    let isComplete = false;
    try {
      if (archives.length > 0) await importArchives(context, archives, options, report);
      if (sources.length > 0) await takeOverSources(context, sources, options, report, progress);
      if (others.length > 0) await importByPlugins(context, others, options, report);
      isComplete = true;
    } finally {
      progress.end();
      const counts = report.counts();
      if (counts.hiddenNotes > 0)
        warn(`${counts.hiddenNotes} more notes are not shown: use --report FILE to get all of them.`);
      if (isComplete) print(verdictOf(counts));
      else if (hasRecords(counts)) print(interruptedVerdict(isDry));
      printCounts(counts, print);
    }
    return report.counts();
  };
  const linkHere = await createLinkHere(config);
  const heading = { file: options.report, command: "import", places, linkHere };
  const counts = await withReport(heading, run, verdictOf);
  if (isDry) print("Nothing was written.");
  requireComplete(counts);
};

const requireComplete = ({ failed, disagreements }: ImportCounts): void => {
  if (failed > 0)
    throw new OperatorError([`${failed} could not be imported. The lines above name each with its reason.`]);
  if (disagreements > 0)
    throw new OperatorError([
      "The source listed fewer or more records than it announced. Run the command again.",
    ]);
};

const importArchives = async (
  context: CommandContext,
  archives: readonly string[],
  { tell, trusted }: Pick<ImportOptions, "tell" | "trusted">,
  report: ImportReport,
): Promise<void> => {
  const [{ importArchive }, { createCleanRecord }, { createHtmlCleaner }] = await Promise.all([
    import("../../archive/import-archive.ts"),
    import("../../archive/clean-record.ts"),
    import("@kalends/html"),
  ]);
  await withStorage(
    context,
    {},
    async ({ config, plugins, openAccounts, openMedia, loadEvents, storeAsIs }) => {
      const store = tell ? await withOutbox(storeAsIs) : storeAsIs;
      const target = {
        ...{ store, plugins, loadEvents, accounts: await openAccounts(), blobStore: await openMedia() },
        ...(await seriesIn(store, config)),
        clean: trusted
          ? undefined
          : createCleanRecord({
              htmlCleaner: createHtmlCleaner(),
              keepsHtml: config.unfilteredHtml.length > 0,
            }),
      };
      for (const place of archives) await importArchive(target, place, report);
    },
  );
};

/**
 * Imports files and addresses through importers of plugins. Like all writes of plugins, each write is
 * validated and has its own transaction.
 */
const importByPlugins = async (
  context: CommandContext,
  places: readonly ForeignPlace[],
  { format, tell, own = "skip", dryRun }: ImportOptions,
  report: ImportReport,
): Promise<void> => {
  const { runImporters } = await import("../../import/sources/run-importers.ts");
  await withCalendar(context, {}, async ({ pluginContainers, outboxSwitch }) => {
    const importers = pluginContainers.all.flatMap(({ plugin: { name, importers = [] }, deps }) =>
      importers.map((value) => ({ plugin: name, value, deps })),
    );
    if (tell) outboxSwitch.turnOn();
    await runImporters({
      importers,
      places,
      format,
      options: { own, dryRun: dryRun === true },
      note: report.took,
    });
  });
};

/** Returns the functions and limits that the import of series needs. */
const seriesIn = async (
  store: Store,
  config: Config,
): Promise<Pick<ImportTarget, "seriesLimits" | "extendSeries">> => {
  const { createExtendHorizon } = await import("@kalends/core/interface");
  const { recurrenceLimits } = await import("@kalends/core");
  const clock = systemClock;
  return {
    seriesLimits: recurrenceLimits(clock.now(), config),
    extendSeries: createExtendHorizon({ store, clock, site: config, logger: SILENT_LOGGER }),
  };
};

import type { Store } from "@kalends/core/storage";
import { Command, Option } from "commander";
import { OperatorError } from "../operator-error.ts";
import { type CommandContext, type CommandFactory, countOf, withStorage } from "./command-context.ts";
import { createProgress, type Progress } from "./progress.ts";

interface ExportOptions {
  readonly format: "archive" | "csv";
  readonly status?: string;
  readonly history?: boolean;
}

export const createExportCommand: CommandFactory = (context) =>
  new Command("export")
    .description(
      "export all data to an archive, which `kalends import` restores without loss, or published records to tables",
    )
    .argument("<folder>", "an empty or new folder")
    .addOption(
      new Option("--format <name>", "an archive, or one table (CSV) for each resource")
        .choices(["archive", "csv"])
        .default("archive"),
    )
    .option(
      "--status <names>",
      "for csv: the statuses to export, separated by commas, or all (default: publish)",
    )
    .option("--history", "also export the earlier versions of events, venues and organizers")
    .action(async (folder: string, { format, status, history = false }: ExportOptions) => {
      if (format === "archive" && status !== undefined)
        throw new OperatorError([
          "--status is only for --format csv: an archive always contains all statuses.",
        ]);
      if (format === "csv" && history)
        throw new OperatorError(["--history is only for archives: tables contain no versions."]);
      await withStorage(context, { create: false }, async ({ config, store, openAccounts, openMedia }) => {
        const onProgress = await progressOf(context, store);
        const exportAs = {
          csv: async () => {
            const { exportTables } = await import("../archive/export-tables.ts");
            return exportTables({ config, store, folder, status, onProgress, warn: context.warn });
          },
          archive: async () => {
            const { exportArchive } = await import("../archive/export-archive.ts");
            const { counts } = await exportArchive({
              store,
              accounts: await openAccounts(),
              blobStore: await openMedia(),
              folder,
              history,
              onMissing: (file) => context.warn(`the image file ${file} is missing`),
              onProgress,
            });
            return counts;
          },
        };
        const counts = await exportAs[format]();
        context.showProgress("");
        const exported = Object.entries(counts).map(([aggregate, count]) => countOf(count, aggregate));
        context.print(`Exported ${exported.join(", ")}.`);
      });
    });

/**
 * Returns a function that shows the progress of an export for each kind of record. Only the total of events
 * is known in advance; most records of an archive are events.
 */
const progressOf = async (
  context: CommandContext,
  { events }: Store,
): Promise<(what: string, written: number) => void> => {
  const { createPostStatuses } = await import("@kalends/core/interface");
  const { names } = createPostStatuses();
  const every = {
    visible: { statuses: names },
    clock: "utc",
    order: "published",
    page: 1,
    perPage: 1,
  } as const;
  const { total } = await events.list(every);
  const inProgress = new Map<string, Progress>();
  let occurrences = 0;
  return (what, written) => {
    // The total of events includes occurrences, which an archive writes before events.
    if (what === "occurrences") occurrences = written;
    const isListed = what === "occurrences" || what === "events";
    const nouns = isListed ? "events" : what;
    const progress = inProgress.get(nouns) ?? createProgress(context, { nouns, ...(isListed && { total }) });
    inProgress.set(nouns, progress);
    progress.at(what === "events" ? occurrences + written : written);
  };
};

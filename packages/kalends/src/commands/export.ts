import { Command } from "commander";
import { type CommandFactory, countOf, withStorage } from "./command-context.ts";

export const createExportCommand: CommandFactory = (context) =>
  new Command("export")
    .description("write everything that is stored to an archive that `kalends import` takes over loss-free")
    .argument("<folder>", "an empty or new folder")
    .action((folder: string) =>
      withStorage(context, { create: false }, async ({ store, openAccounts, openMedia }) => {
        const { exportArchive } = await import("../archive/export-archive.ts");
        const { counts } = await exportArchive({
          store,
          accounts: await openAccounts(),
          blobStore: await openMedia(),
          folder,
          onMissing: (file) => context.warn(`the file ${file} of an image is missing`),
          onProgress: (aggregate, written) => context.showProgress(countOf(written, aggregate)),
        });
        const exported = Object.entries(counts).map(([aggregate, count]) => countOf(count, aggregate));
        context.print(`Exported ${exported.join(", ")}.`);
      }),
    );

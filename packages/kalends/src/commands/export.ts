import { Command } from "commander";
import type { CommandFactory } from "./command-context.ts";

export const createExportCommand: CommandFactory = ({ loadInstallation, print, rewriteLine }) =>
  new Command("export")
    .description("write everything that is stored to an archive that `kalends import` takes over loss-free")
    .argument("<folder>", "an empty or new folder")
    .action(async (folder: string) => {
      const { config, plugins } = await loadInstallation();
      const [{ openStorage }, { exportArchive }] = await Promise.all([
        import("../open-storage.ts"),
        import("../archive/export-archive.ts"),
      ]);
      const store = await openStorage(config, { plugins });
      try {
        const { counts } = await exportArchive({
          store,
          folder,
          onProgress: (aggregate, written) => rewriteLine?.(`${written} ${aggregate}`),
        });
        print(
          `Exported ${Object.entries(counts)
            .map(([aggregate, count]) => `${count} ${aggregate}`)
            .join(", ")}.`,
        );
      } finally {
        await store.close();
      }
    });

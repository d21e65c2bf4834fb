import { Command } from "commander";
import type { CommandFactory } from "./command-context.ts";
import { countOf } from "./count-of.ts";

export const createExportCommand: CommandFactory = ({ loadInstallation, print, warn, rewriteLine }) =>
  new Command("export")
    .description("write everything that is stored to an archive that `kalends import` takes over loss-free")
    .argument("<folder>", "an empty or new folder")
    .action(async (folder: string) => {
      const { config, plugins } = await loadInstallation();
      const [{ openAccounts, openStorage }, { openMedia }, { exportArchive }] = await Promise.all([
        import("../storage/open-storage.ts"),
        import("../storage/open-media.ts"),
        import("../archive/export-archive.ts"),
      ]);
      const storage = await openStorage(config, { plugins, create: false });
      const { store } = storage;
      try {
        const blobStore = await openMedia(config, storage);
        const { counts } = await exportArchive({
          store,
          accounts: await openAccounts(store),
          blobStore,
          folder,
          onMissing: (file) => warn(`the file ${file} of an image is missing`),
          onProgress: (aggregate, written) => rewriteLine?.(countOf(written, aggregate)),
        });
        await blobStore.close();
        print(
          `Exported ${Object.entries(counts)
            .map(([aggregate, count]) => countOf(count, aggregate))
            .join(", ")}.`,
        );
      } finally {
        await store.close();
      }
    });

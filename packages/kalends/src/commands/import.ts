import { Command } from "commander";
import { OperatorError } from "../operator-error.ts";
import type { CommandFactory } from "./command-context.ts";
import { countOf } from "./count-of.ts";

export const createImportCommand: CommandFactory = ({ loadInstallation, print, warn, rewriteLine }) =>
  new Command("import")
    .description("take over an archive of `kalends export`, or list pages of this interface (JSON)")
    .argument("<places...>", "list pages, folders of them, or the folder of one archive")
    .option("--no-images", "leave images that list pages name where they are, instead of fetching them")
    .action(async (places: readonly string[], { images }: { images: boolean }) => {
      const { config, plugins } = await loadInstallation();
      const [
        { openAccounts, openStorage },
        { openMedia },
        { createHtmlCleaner },
        { createImportReport },
        archive,
        pages,
        { filesOf },
      ] = await Promise.all([
        import("../storage/open-storage.ts"),
        import("../storage/open-media.ts"),
        import("@kalends/html"),
        import("../import/import-report.ts"),
        import("../archive/import-archive.ts"),
        import("../import/import-list-pages.ts"),
        import("../import/list-pages.ts"),
      ]);
      const archives = places.filter(archive.isArchive);
      // A place that does not exist is an error before a storage is created for it.
      const files = filesOf(places.filter((place) => !archive.isArchive(place)));
      let total: number | undefined;
      const report = createImportReport({
        warn,
        onProgress: (done) => rewriteLine?.(progress(done, total)),
      });
      const storage = await openStorage(config, { plugins });
      const { store } = storage;
      try {
        const accounts = await openAccounts(store);
        const blobStore = await openMedia(config, storage);
        const bring = async () => {
          const { createBringImages } = await import("../import/bring-images.ts");
          const onProgress = (done: number, total: number): void =>
            rewriteLine?.(`image ${done} of ${total}`);
          return createBringImages({ config, store, blobStore, report, warn, onProgress });
        };
        for (const place of archives)
          await archive.importArchive({ store, accounts, blobStore }, place, report);
        if (files.length > 0) {
          await pages.importListPages({
            store,
            accounts,
            htmlCleaner: createHtmlCleaner(),
            files,
            report,
            ...(images && { bringImages: await bring() }),
            onTotal: (known) => {
              total = known;
            },
          });
        }
      } finally {
        await store.close();
      }
      const { added, unchanged, failed } = report.counts();
      for (const kind of new Set([...Object.keys(added), ...Object.keys(unchanged)])) {
        print(`${kind}: ${added[kind] ?? 0} added, ${unchanged[kind] ?? 0} already there`);
      }
      if (failed > 0) throw new OperatorError([`${failed} could not be taken over.`]);
    });

const WIDTH = 30;

/** A bar when the total is known, else a count. */
const progress = (done: number, total: number | undefined): string => {
  if (total === undefined || total === 0) return countOf(done, "records");
  const filled = Math.min(WIDTH, Math.round((done / total) * WIDTH));
  return `[${"#".repeat(filled)}${" ".repeat(WIDTH - filled)}] ${done} of ${total}`;
};

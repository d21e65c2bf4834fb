import { Command } from "commander";
import { systemClock } from "../../jobs/timers.ts";
import { type CommandFactory, countOf } from "../command-context.ts";
import { createProgress } from "../progress.ts";

export const createRestoreCommand: CommandFactory = (context) =>
  new Command("restore")
    .description("put a backup of `kalends backup` into the place of a SQLite calendar that is not served")
    .argument("<folder>", "the backup")
    .option("--replace", "put a calendar that is there aside")
    .action(async (folder: string, { replace }: { replace?: true }) => {
      const { config } = await context.loadInstallation();
      const [{ sqlitePlaceOf }, { restoreBackup }, { openMedia }] = await Promise.all([
        import("../../backup/sqlite-place.ts"),
        import("../../backup/restore-backup.ts"),
        import("../../storage/open-storage.ts"),
      ]);
      const place = sqlitePlaceOf(config);
      const blobStore = await openMedia(config, {});
      const progress = createProgress(context, { nouns: "files" });
      const { files, created, aside } = await restoreBackup({
        ...{ folder, place, blobStore, isReplacing: replace === true, now: systemClock.now() },
        onProgress: progress.at,
      });
      await blobStore.close();
      progress.end();
      context.print(`Restored the calendar of ${created} with ${countOf(files, "files")} of images.`);
      if (aside !== undefined) context.print(`What was there before is in ${aside}.`);
    });

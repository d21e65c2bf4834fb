import { Command } from "commander";
import { tableList } from "../../backup/table-list.ts";
import { systemClock } from "../../jobs/timers.ts";
import { type CommandFactory, countOf } from "../command-context.ts";
import { createProgress } from "../progress.ts";

interface RestoreOptions {
  readonly replace?: true;
  readonly withOtherTables?: true;
}

export const createRestoreCommand: CommandFactory = (context) =>
  new Command("restore")
    .description("restore a backup of `kalends backup` to a SQLite calendar that is not being served")
    .argument("<folder>", "the backup")
    .option("--replace", "move an existing calendar aside")
    .option("--with-other-tables", "with --replace: also replace a file that has tables of other programs")
    .action(async (folder: string, { replace, withOtherTables }: RestoreOptions) => {
      const { config } = await context.loadInstallation();
      const [{ sqlitePlaceOf }, { describeReplaced, restoreBackup }, { openMedia }] = await Promise.all([
        import("../../backup/sqlite-place.ts"),
        import("../../backup/restore-backup.ts"),
        import("../../storage/open-storage.ts"),
      ]);
      const place = sqlitePlaceOf(config);
      const blobStore = await openMedia(config, {});
      const progress = createProgress(context, { nouns: "files" });
      const { files, created, aside, otherTables } = await restoreBackup({
        ...{ folder, place, blobStore, now: systemClock.now() },
        ...{ isReplacing: replace === true, withOtherTables: withOtherTables === true },
        onProgress: progress.at,
        onOtherTables: (tables, aside) =>
          context.print(
            `The whole file is replaced, including tables that are not the calendar's. ${describeReplaced(tables, aside)}`,
          ),
      });
      await blobStore.close();
      progress.end();
      context.print(`Restored the calendar of ${created} with ${countOf(files, "files")} of images.`);
      if (otherTables.length > 0)
        context.print(`The file also contains the other tables of the backup: ${tableList(otherTables)}.`);
      if (aside !== undefined) context.print(`The previous calendar is in ${aside}.`);
    });

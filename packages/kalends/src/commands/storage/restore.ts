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
    .description("put a backup of `kalends backup` into the place of a SQLite calendar that is not served")
    .argument("<folder>", "the backup")
    .option("--replace", "put a calendar that is there aside")
    .option(
      "--with-other-tables",
      "with --replace, also where the file has tables that are not the calendar's",
    )
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
            `The file is replaced as a whole, with tables that are not the calendar's. ${describeReplaced(tables, aside)}`,
          ),
      });
      await blobStore.close();
      progress.end();
      context.print(`Restored the calendar of ${created} with ${countOf(files, "files")} of images.`);
      if (otherTables.length > 0)
        context.print(`The file also has the other tables of the backup: ${tableList(otherTables)}.`);
      if (aside !== undefined) context.print(`What was there before is in ${aside}.`);
    });

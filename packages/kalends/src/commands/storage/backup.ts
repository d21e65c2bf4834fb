import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { tableList } from "../../backup/table-list.ts";
import { systemClock } from "../../jobs/timers.ts";
import { OperatorError } from "../../operator-error.ts";
import { type CommandFactory, countOf } from "../command-context.ts";
import { createProgress } from "../progress.ts";

const toKeep = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a whole number from 1.");
  return Number(text);
};

export const createBackupCommand: CommandFactory = (context) =>
  new Command("backup")
    .description("back up a SQLite calendar with its image files, even while it is served")
    .argument("<folder>", "an empty or new folder; with --keep, the folder of all backups")
    .option(
      "--keep <number>",
      "create the backup in a new subfolder named by UTC date and time, and keep this number of backups",
      toKeep,
    )
    .action(async (parent: string, { keep }: { readonly keep?: number }) => {
      const { config } = await context.loadInstallation();
      const [
        { sqlitePlaceOf },
        { makeBackup },
        { backupNameAt, removeOldBackups },
        { DEFAULT_DIRECTORY, openMedia },
      ] = await Promise.all([
        import("../../backup/sqlite-place.ts"),
        import("../../backup/make-backup.ts"),
        import("../../backup/backup-folder.ts"),
        import("../../storage/open-storage.ts"),
      ]);
      const place = sqlitePlaceOf(config);
      const now = systemClock.now();
      const name = backupNameAt(now);
      const folder = keep === undefined ? parent : join(parent, name);
      const blobStore = await openMedia(config, {});
      const progress = createProgress(context, { nouns: "files" });
      let findings = 0;
      let missing = 0;
      const { files, otherTables } = await makeBackup({
        ...{ place, blobStore, folder, now },
        mediaFolder: config.media ?? DEFAULT_DIRECTORY,
        onProgress: (done) => progress.at(done),
        onMissing: (name) => {
          missing += 1;
          context.warn(`the image file ${name} is missing`);
        },
        onFinding: ({ kind, detail }) => {
          findings += 1;
          context.warn(`${kind}: ${detail}`);
        },
      });
      await blobStore.close();
      progress.end();
      const where = keep === undefined ? "" : ` into ${folder}`;
      context.print(`Backed up the database and ${countOf(files, "files")} of images${where}.`);
      if (otherTables.length > 0)
        context.print(`The copy contains the whole file, including other tables: ${tableList(otherTables)}.`);
      const problems = [
        ...(findings === 0
          ? []
          : [
              `The backup is complete, but the calendar has ${countOf(findings, "findings")}: run kalends doctor.`,
            ]),
        ...(missing === 0
          ? []
          : [
              `The backup lacks ${countOf(missing, "files")} of images: check that KALENDS_MEDIA is the same as for the server.`,
            ]),
      ];
      if (problems.length > 0) {
        // Keep older backups if this one has problems: an older backup may be the last intact one.
        throw new OperatorError(
          keep === undefined ? problems : [...problems, "No older backup was removed."],
        );
      }
      if (keep === undefined) return;
      await removeOldBackups({
        ...{ folder: parent, latest: name, keep },
        onRemoved: (path) => context.print(`Removed ${path}.`),
      });
    });

import { Command } from "commander";
import { tableList } from "../../backup/table-list.ts";
import { systemClock } from "../../jobs/timers.ts";
import { OperatorError } from "../../operator-error.ts";
import { type CommandFactory, countOf } from "../command-context.ts";
import { createProgress } from "../progress.ts";

export const createBackupCommand: CommandFactory = (context) =>
  new Command("backup")
    .description("copy a SQLite calendar with the files of its images, also while it is served")
    .argument("<folder>", "an empty or new folder")
    .action(async (folder: string) => {
      const { config } = await context.loadInstallation();
      const [{ sqlitePlaceOf }, { makeBackup }, { DEFAULT_DIRECTORY, openMedia }] = await Promise.all([
        import("../../backup/sqlite-place.ts"),
        import("../../backup/make-backup.ts"),
        import("../../storage/open-storage.ts"),
      ]);
      const place = sqlitePlaceOf(config);
      const blobStore = await openMedia(config, {});
      const progress = createProgress(context, { nouns: "files" });
      let findings = 0;
      let missing = 0;
      const { files, otherTables } = await makeBackup({
        ...{ place, blobStore, folder, now: systemClock.now() },
        mediaFolder: config.media ?? DEFAULT_DIRECTORY,
        onProgress: (done) => progress.at(done),
        onMissing: (name) => {
          missing += 1;
          context.warn(`the file ${name} of an image is missing`);
        },
        onFinding: ({ kind, detail }) => {
          findings += 1;
          context.warn(`${kind}: ${detail}`);
        },
      });
      await blobStore.close();
      progress.end();
      context.print(`Backed up the database and ${countOf(files, "files")} of images.`);
      if (otherTables.length > 0)
        context.print(`The copy has the whole file, other tables included: ${tableList(otherTables)}.`);
      const problems = [
        ...(findings === 0
          ? []
          : [
              `The backup is a whole copy, but of a calendar with ${countOf(findings, "findings")}: see kalends doctor.`,
            ]),
        ...(missing === 0
          ? []
          : [
              `The backup lacks ${countOf(missing, "files")} of images: is KALENDS_MEDIA that of the server?`,
            ]),
      ];
      if (problems.length > 0) throw new OperatorError(problems);
    });

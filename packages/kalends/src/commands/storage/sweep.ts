import { setTimeout as sleep } from "node:timers/promises";
import { Command, InvalidArgumentError } from "commander";
import { type CommandFactory, countOf, withStorage } from "../command-context.ts";
import { createProgress } from "../progress.ts";

/** Default number of seconds to wait for running uploads. Longer than any transaction may take. */
const DEFAULT_SECONDS = 60;

const seconds = (text: string): number => {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError("It must be a whole number of seconds.");
  return Number(text);
};

export const createSweepCommand: CommandFactory = (context) =>
  new Command("sweep")
    .description("remove image files that no image uses, such as those left by a crash")
    .option(
      "--wait <seconds>",
      "time for a running server to finish its writes; 0 if no server is running",
      seconds,
      DEFAULT_SECONDS,
    )
    .action(({ wait }: { wait: number }) =>
      withStorage(context, { create: false }, async ({ store, openMedia }) => {
        const { sweepMedia } = await import("../../storage/sweep-media.ts");
        const blobStore = await openMedia();
        const progress = createProgress(context, { nouns: "files" });
        const removed = await sweepMedia({
          ...{ store, blobStore },
          wait: () => sleep(wait * 1000),
          onProgress: progress.at,
        });
        progress.end();
        context.print(`Removed ${countOf(removed, "files")}.`);
      }),
    );

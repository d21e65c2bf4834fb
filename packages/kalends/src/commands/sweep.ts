import { setTimeout as sleep } from "node:timers/promises";
import { Command, InvalidArgumentError } from "commander";
import type { CommandFactory } from "./command-context.ts";
import { countOf } from "./count-of.ts";

/** Longer than any unit of work may wait. */
const DEFAULT_SECONDS = 60;

const seconds = (text: string): number => {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError("It must be a whole number of seconds.");
  return Number(text);
};

export const createSweepCommand: CommandFactory = ({ loadInstallation, print }) =>
  new Command("sweep")
    .description("remove files of images that no image names any more, as a crash may leave them")
    .option(
      "--wait <seconds>",
      "how long to give a running server to name what it is writing; 0 when none runs",
      seconds,
      DEFAULT_SECONDS,
    )
    .action(async ({ wait }: { wait: number }) => {
      const { config, plugins } = await loadInstallation();
      const [{ openStorage }, { openMedia }, { sweepMedia }] = await Promise.all([
        import("../storage/open-storage.ts"),
        import("../storage/open-media.ts"),
        import("../storage/sweep-media.ts"),
      ]);
      const storage = await openStorage(config, { plugins, create: false });
      const { store } = storage;
      try {
        const blobStore = await openMedia(config, storage);
        const removed = await sweepMedia({ store, blobStore, wait: () => sleep(wait * 1000) });
        await blobStore.close();
        print(`Removed ${countOf(removed, "files")}.`);
      } finally {
        await store.close();
      }
    });

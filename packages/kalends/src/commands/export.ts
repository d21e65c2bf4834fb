import type { Store } from "@kalends/core";
import { Command } from "commander";
import { type CommandContext, type CommandFactory, countOf, withStorage } from "./command-context.ts";
import { createProgress, type Progress } from "./progress.ts";

export const createExportCommand: CommandFactory = (context) =>
  new Command("export")
    .description("write everything that is stored to an archive that `kalends import` takes over loss-free")
    .argument("<folder>", "an empty or new folder")
    .action((folder: string) =>
      withStorage(context, { create: false }, async ({ store, openAccounts, openMedia }) => {
        const { exportArchive } = await import("../archive/export-archive.ts");
        const { counts } = await exportArchive({
          store,
          accounts: await openAccounts(),
          blobStore: await openMedia(),
          folder,
          onMissing: (file) => context.warn(`the file ${file} of an image is missing`),
          onProgress: await progressOf(context, store),
        });
        context.showProgress("");
        const exported = Object.entries(counts).map(([aggregate, count]) => countOf(count, aggregate));
        context.print(`Exported ${exported.join(", ")}.`);
      }),
    );

/** Of each kind by itself; how many there are is known of events, which most archives are made of. */
const progressOf = async (
  context: CommandContext,
  { events }: Store,
): Promise<(what: string, written: number) => void> => {
  const { createPostStatuses } = await import("@kalends/core");
  const { names } = createPostStatuses();
  const every = {
    visible: { statuses: names },
    clock: "utc",
    order: "published",
    page: 1,
    perPage: 1,
  } as const;
  const { total } = await events.list(every);
  const inProgress = new Map<string, Progress>();
  let occurrences = 0;
  return (what, written) => {
    // A list has occurrences among its events; an archive has them first.
    if (what === "occurrences") occurrences = written;
    const isListed = what === "occurrences" || what === "events";
    const nouns = isListed ? "events" : what;
    const progress = inProgress.get(nouns) ?? createProgress(context, { nouns, ...(isListed && { total }) });
    inProgress.set(nouns, progress);
    progress.at(what === "events" ? occurrences + written : written);
  };
};

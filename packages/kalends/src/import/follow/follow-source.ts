import type { BlobStore } from "@kalends/core";
import type { CommandContext, CommandStorage } from "../../commands/command-context.ts";
import { systemClock } from "../../jobs/timers.ts";
import { createImportProgress } from "../import-progress.ts";
import type { ImportSourceOptions } from "../import-source-options.ts";
import { importSource } from "../import-sources.ts";
import { openLive } from "../live/open-live.ts";
import { zoneDifference } from "../live/zone-difference.ts";
import { type RunReport, withReport, withReportFile } from "../with-report.ts";

export interface FollowOptions extends ImportSourceOptions {
  /** True to remove records even if more than one twentieth of a list is missing at the source. */
  readonly force?: true;
  /** Path of the report file, which has the outcome of each record in the last round. */
  readonly report?: string;
}

export interface FollowDeps {
  readonly context: CommandContext;
  readonly storage: CommandStorage;
  readonly address: string;
  readonly options: FollowOptions;
  isStopping(): boolean;
}

/** Sentence about why a round was incomplete; `undefined` if it was complete. */
export type RoundProblem = string | undefined;

/**
 * Creates a function that runs one round. A round imports the changes of a live server since the last round,
 * then removes records that no longer exist there. Each round reads all records of the source. If the source
 * cannot be read, the round rejects with an `ImportError` and removes nothing.
 * Source: rules/choices.md#follow.
 */
export const createFollow = ({
  context,
  storage,
  address,
  options,
  isStopping,
}: FollowDeps): (() => Promise<RoundProblem>) => {
  let isFirst = true;
  let media: Promise<BlobStore> | undefined;
  const openMedia = (): Promise<BlobStore> => {
    media ??= storage.openMedia();
    return media;
  };

  const followOnce = async (file: RunReport): Promise<RoundProblem> => {
    const [{ createImportReport, createIsUnchanged, createSeenSource, removeGone }, { printCounts }] =
      await Promise.all([import("@kalends/import"), import("../print-counts.ts")]);
    const progress = createImportProgress(context);
    const reporting = { warn: context.warn, onProgress: progress.at, onEntry: file.write };
    const report = withReportFile(file, createImportReport(reporting));
    // Ids that no list shows are not requested by default. Between two events, 100,000 ids may be unused, too
    // many to request in each round.
    const source = await openLive(
      context,
      address,
      { ...options, probe: options.probe ?? false },
      {
        isUnchanged: createIsUnchanged(storage.store),
      },
    );
    try {
      const difference = isFirst ? await zoneDifference(source, storage.config.timezone) : undefined;
      isFirst = false;
      if (difference !== undefined) context.warn(difference);
      const seen = createSeenSource({ store: storage.store, isStopping });
      const deps = await importSource(
        context,
        { ...storage, openMedia },
        source,
        options,
        report,
        seen.watch,
      );
      const { failed, incomplete } = report.counts();
      if (isStopping()) return undefined;
      const { store, site } = deps;
      const look: typeof source.look = async (list, id) =>
        list === "events" && seen.isGone(id) ? "gone" : (source.look?.(list, id) ?? "unknown");
      const refused = await removeGone({
        ...{
          source: { look },
          store,
          site,
          report,
          isStopping,
          incomplete,
          isSeen: seen.isSeen,
          sourceSite: seen.site(),
          now: systemClock.now(),
        },
        force: options.force === true,
      });
      if (incomplete.size > 0)
        return `The source listed fewer or more records than it announced of ${[...incomplete].join(", ")}: none of these were removed.`;
      if (refused.length > 0)
        return `Too many records disappeared of ${refused.join(", ")}: none were removed. Check the source, or give --force.`;
      return failed > 0
        ? `${failed} could not be imported. The lines above name each with its reason.`
        : undefined;
    } finally {
      await source.close?.();
      progress.end();
      printCounts(report.counts(), context.print);
    }
  };

  return () =>
    withReport({ file: options.report, command: "follow", places: [address] }, (file) => followOnce(file));
};

import type { RunLeased } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import type { Config } from "../configuration/config.ts";

/**
 * Removes the oldest versions of records that have more versions than the setting `history` allows. Returns
 * the number of removed versions. Only one process of an installation does this at a time.
 */
export type RemoveOldVersions = (isStopped?: () => boolean) => Promise<number>;

interface RemoveOldVersionsDeps {
  readonly store: Pick<Store, "versions">;
  readonly runLeased: RunLeased;
  readonly config: Pick<Config, "history">;
}

/** Number of versions that are counted at once. Some stores block the process meanwhile. */
const SLICE = 10_000;

/**
 * Creates the function that removes old versions. It acquires the lease only if versions exist. Unless the
 * setting is 0, one version more than the setting is kept: this version names the author of the next version.
 * Source: rules/history.md#bounds.
 */
export const createRemoveOldVersions =
  ({ store: { versions }, runLeased, config: { history } }: RemoveOldVersionsDeps): RemoveOldVersions =>
  async (isStopped) => {
    if ((await versions.countAfter(0, 1)).size === 0) return 0;
    const keep = history === 0 ? 0 : history + 1;
    let removed = 0;
    await runLeased(
      "calendar/history-retention",
      async ({ isStopping }) => {
        for (let afterId = 0, isOver = false; !isOver && !isStopping(); ) {
          const counts = [...(await versions.countAfter(afterId, SLICE))];
          for (const [id, count] of counts)
            if (count > keep && !isStopping()) removed += await versions.removeOldest(id, keep);
          isOver = counts.reduce((sum, [, count]) => sum + count, 0) < SLICE;
          // The last record may have more versions than were counted, so it is counted again.
          afterId = counts.at(counts.length > 1 ? -2 : -1)?.[0] ?? afterId;
        }
      },
      { isStopped },
    );
    return removed;
  };

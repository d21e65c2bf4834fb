import type { RunLeased } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import type { Config } from "../configuration/config.ts";

/**
 * Removes the oldest versions of records that have more than the setting `history` allows. Returns their
 * number. Only one process of an installation does this at a time.
 */
export type RemoveOldVersions = (isStopped?: () => boolean) => Promise<number>;

interface RemoveOldVersionsDeps {
  readonly store: Pick<Store, "versions">;
  readonly runLeased: RunLeased;
  readonly config: Pick<Config, "history">;
}

/** Number of records whose ids are read at once. The versions of each are removed in a separate transaction. */
const SLICE = 100;

/**
 * Creates the function that removes old versions. It acquires the lease only if a record has too many.
 * One version more than the setting is kept, because it names the author of the next one.
 * Source: rules/history.md#bounds.
 */
export const createRemoveOldVersions =
  ({ store: { versions }, runLeased, config: { history } }: RemoveOldVersionsDeps): RemoveOldVersions =>
  async (isStopped) => {
    const keep = history === 0 ? 0 : history + 1;
    if ((await versions.recordsWithMore(keep, 0, 1)).length === 0) return 0;
    let removed = 0;
    await runLeased(
      "calendar/history-retention",
      async ({ isStopping }) => {
        let ids: readonly number[] = [];
        do {
          ids = await versions.recordsWithMore(keep, ids.at(-1) ?? 0, SLICE);
          for (const id of ids) if (!isStopping()) removed += await versions.removeOldest(id, keep);
        } while (ids.length === SLICE && !isStopping());
      },
      { isStopped },
    );
    return removed;
  };

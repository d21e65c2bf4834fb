import type { RunLeased } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";

/**
 * Moves the links of events to the targets of merges, for merges that did not move all links at once. Only
 * one process of an installation moves links at a time. If this process is killed, another process continues.
 * Source: rules/merging.md#events.
 */
export type MoveMerged = (isStopped?: () => boolean) => Promise<void>;

interface MoveMergedDeps {
  readonly store: Pick<Store, "merges">;
  readonly runLeased: RunLeased;
}

/**
 * Creates the function that moves the links. The function does nothing if the merges of the store move all
 * links at once.
 */
export const createMoveMerged =
  ({ store: { merges }, runLeased }: MoveMergedDeps): MoveMerged =>
  async (isStopped = () => false) => {
    if (!(await merges.hasPortions?.())) return;
    await runLeased(
      "calendar/move-merged",
      async ({ isStopping }) => {
        while (!isStopping() && (await merges.movePortion?.()));
      },
      { isStopped },
    );
  };

/** Moves all links that merges did not move at once, so that every link names an existing record. */
export const moveAllMerged = async ({ merges }: Pick<Store, "merges">): Promise<void> => {
  while (await merges.movePortion?.());
};

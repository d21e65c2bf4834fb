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

/** Creates the function. Returns `undefined` if the store moves all links at once. */
export const createMoveMerged = ({
  store: { merges },
  runLeased,
}: MoveMergedDeps): MoveMerged | undefined => {
  const { hasPortions, movePortion } = merges;
  if (hasPortions === undefined || movePortion === undefined) return undefined;
  return async (isStopped = () => false) => {
    if (!(await hasPortions())) return;
    await runLeased(
      "calendar/move-merged",
      async ({ isStopping }) => {
        while (!isStopping() && (await movePortion()));
      },
      { isStopped },
    );
  };
};

/** Moves all links that merges did not move at once, so that every link names an existing record. */
export const moveAllMerged = async ({ merges }: Pick<Store, "merges">): Promise<void> => {
  while (await merges.movePortion?.());
};

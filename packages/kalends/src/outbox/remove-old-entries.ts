import { type Clock, DAY } from "@kalends/core";
import type { RunLeased } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import type { Config } from "../configuration/config.ts";
import type { OutboxSwitch } from "./outbox-switch.ts";

/**
 * Removes outbox entries that are older than the retention time, even if they were not delivered. Returns
 * their number. Only one process of an installation does this at a time.
 */
export type RemoveOldEntries = (isStopped?: () => boolean) => Promise<number>;

interface RemoveOldEntriesDeps {
  readonly store: Pick<Store, "outbox">;
  readonly outboxSwitch: Pick<OutboxSwitch, "isOn">;
  readonly runLeased: RunLeased;
  readonly stopwatch: Clock;
  readonly config: Pick<Config, "outboxDays">;
}

/** Number of entries to remove in one write. Other writers may wait for the write. */
const SLICE = 500;

/**
 * Creates the function that removes old entries. It acquires the lease only if an entry is old enough. While
 * the outbox is off, the function reads nothing.
 */
export const createRemoveOldEntries =
  ({
    store: { outbox },
    outboxSwitch,
    runLeased,
    stopwatch,
    config,
  }: RemoveOldEntriesDeps): RemoveOldEntries =>
  async (isStopped) => {
    if (!outboxSwitch.isOn()) return 0;
    const time = stopwatch.now() - config.outboxDays * DAY;
    const [oldest] = await outbox.readAfter(await outbox.removedUntil(), 1);
    if (oldest === undefined || oldest.time >= time) return 0;
    let removed = 0;
    await runLeased(
      "calendar/outbox-retention",
      async ({ isStopping }) => {
        for (let slice = SLICE; slice === SLICE && !isStopping(); removed += slice)
          slice = await outbox.removeOlder(time, SLICE);
      },
      { isStopped },
    );
    return removed;
  };

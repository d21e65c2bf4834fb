import { type Clock, DAY } from "@kalends/core";
import type { RunLeased } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import type { Config } from "../configuration/config.ts";
import type { OutboxSwitch } from "./outbox-switch.ts";

/**
 * Removes entries older than the retention time, even if they were not delivered, and returns their number.
 * Runs in one process of an installation at a time.
 */
export type RemoveOldEntries = (isStopped?: () => boolean) => Promise<number>;

interface RemoveOldEntriesDeps {
  readonly store: Pick<Store, "outbox">;
  readonly outboxSwitch: Pick<OutboxSwitch, "isOn">;
  readonly runLeased: RunLeased;
  readonly stopwatch: Clock;
  readonly config: Pick<Config, "outboxDays">;
}

/** Entries removed per write, because writers may wait for it. */
const SLICE = 500;

/**
 * Creates the function. It acquires the lease only if an entry is old enough, and reads nothing while the
 * outbox is off.
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

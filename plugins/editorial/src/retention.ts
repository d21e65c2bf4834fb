import {
  type Capability,
  DAY,
  isCalendarError,
  isStorageFailure,
  type Job,
  type PluginDeps,
  utcText,
} from "@kalends/core/plugin";
import { isOver } from "./ends.ts";

/** What it takes to move the events of everybody to the trash. */
export const RIGHTS: readonly Capability[] = ["read_private", "delete", "delete_published", "delete_others"];

/**
 * Moves events to the trash so many days after their end, in whatever status they are; a series after that of its last occurrence.
 * They can be restored from there.
 */
export const createRetention = (days: number, deps: PluginDeps): Job => ({
  name: "retention",
  cron: "0 3 * * *",
  once: "installation",
  async run({ isStopping }) {
    const { clock, logger, calendar } = deps;
    const limit = utcText(clock.now() - days * DAY);
    let trashed = 0;
    for await (const event of calendar.unrestricted.events.stream()) {
      if (isStopping()) return;
      if (event.status === "trash" || !(await isOver(event, limit, deps))) continue;
      if (await trash(event.id, deps)) trashed += 1;
    }
    if (trashed > 0) logger.info("Events that are long over went to the trash", { trashed });
  },
});

/** Whether it went there: what a policy keeps from the plugin must not keep the others waiting. */
const trash = async (id: number, { logger, calendar }: PluginDeps): Promise<boolean> => {
  try {
    await calendar.asPlugin().events.remove(id);
    return true;
  } catch (error) {
    if (!isCalendarError(error) || isStorageFailure(error)) throw error;
    logger.warn("An event cannot be moved to the trash", { event: id, error });
    return false;
  }
};

import {
  type Capability,
  DAY,
  isCalendarError,
  isStorageFailure,
  type Job,
  type PluginDeps,
  utcText,
} from "@kalends/core/plugin";
import { hasEnded } from "./has-ended.ts";

/** Capabilities that the plugin needs to move events of any author to the trash. */
export const RIGHTS: readonly Capability[] = ["read_private", "delete", "delete_published", "delete_others"];

/**
 * Creates the nightly job that moves events of every status to the trash `days` days after their end. For a
 * series, the end of its last occurrence counts. Editors can restore the events.
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
      if (event.status === "trash" || !(await hasEnded(event, limit, deps))) continue;
      if (await trash(event.id, deps)) trashed += 1;
    }
    if (trashed > 0) logger.info("Past events were moved to the trash", { trashed });
  },
});

/**
 * Moves an event to the trash and returns true. If the calendar refuses the removal, the refusal is logged
 * and the function returns false, so that the job can continue with the next event. Rejects if the storage
 * fails.
 */
const trash = async (id: number, { logger, calendar }: PluginDeps): Promise<boolean> => {
  try {
    await calendar.asPlugin().events.remove(id);
    return true;
  } catch (error) {
    if (!isCalendarError(error) || isStorageFailure(error)) throw error;
    logger.warn("A past event could not be moved to the trash", { event: id, error });
    return false;
  }
};

import type { Clock, Logger, SiteSettings } from "@kalends/core";
import {
  type ExtendHorizon,
  horizonAt,
  type Recompute,
  type RunLeased,
  ZONE_DATA_VERSION,
} from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import { zoneDataOf } from "./zone-data.ts";

/**
 * Updates stored series as time passes. Returns the number of added occurrences. Adds occurrences that are
 * now within the horizon, and recomputes times if newer time zone data is available. Only one process of an
 * installation does each step.
 */
export type KeepSeries = (isStopped?: () => boolean) => Promise<number>;

interface KeepSeriesDeps {
  readonly store: Pick<Store, "events" | "documents">;
  readonly clock: Clock;
  readonly site: Pick<SiteSettings, "recurrenceHorizon">;
  readonly logger: Logger;
  readonly runLeased: RunLeased;
  readonly extendHorizon: ExtendHorizon;
  readonly recompute: Recompute;
}

/**
 * Number of months by which stored occurrences may end before the horizon. A series is thus extended once in
 * that time, not with each run.
 */
const LAG_MONTHS = 1;

export const createKeepSeries = ({
  store,
  clock,
  site,
  logger,
  runLeased,
  extendHorizon,
  recompute,
}: KeepSeriesDeps): KeepSeries => {
  const zones = zoneDataOf(store);
  let hasWarned = false;

  /** True if the stored times were computed with older time zone data. */
  const isOld = async (): Promise<boolean> => {
    const known = await zones.find();
    if (known === undefined) await zones.note(ZONE_DATA_VERSION);
    if (known === undefined || known === ZONE_DATA_VERSION) return false;
    if (known > ZONE_DATA_VERSION && !hasWarned) {
      hasWarned = true;
      logger.warn("another process has newer time zone data; update Kalends here, too", {
        known,
        own: ZONE_DATA_VERSION,
      });
    }
    return known < ZONE_DATA_VERSION;
  };

  const recomputeLeased = async (isStopped: () => boolean): Promise<void> => {
    if (!(await isOld())) return;
    await runLeased(
      "calendar/recompute",
      async ({ isStopping }) => {
        // Check again under the lease: another process may have recomputed the times meanwhile.
        if (!(await isOld())) return;
        const moved = await recompute({ isStopping });
        if (isStopping()) return;
        await zones.note(ZONE_DATA_VERSION);
        logger.info("recomputed times", { zoneData: ZONE_DATA_VERSION, moved });
      },
      { isStopped },
    );
  };

  const extendLeased = async (isStopped: () => boolean): Promise<number> => {
    const until = horizonAt(clock.now(), { recurrenceHorizon: site.recurrenceHorizon - LAG_MONTHS });
    if ((await store.events.seriesToExtend(until, 0, 1)).length === 0) return 0;
    let added = 0;
    const extend = async ({ isStopping }: { isStopping(): boolean }): Promise<void> => {
      added = await extendHorizon(isStopping);
    };
    await runLeased("calendar/extend-horizon", extend, { isStopped });
    return added;
  };

  return async (isStopped = () => false) => {
    await recomputeLeased(isStopped);
    return extendLeased(isStopped);
  };
};

import { isStorageFailure } from "../../errors.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Store } from "../../ports/store.ts";
import { computing } from "../../unit-of-work/computing.ts";
import type { Slices } from "../../unit-of-work/slices.ts";
import { horizonAt } from "./horizon.ts";
import { reconcileRows } from "./reconcile-occurrences.ts";
import { readOccurrences } from "./write-rows.ts";

export interface ExtendHorizonDeps {
  readonly store: Pick<Store, "events" | "transaction">;
  readonly clock: Clock;
  readonly site: Pick<SiteSettings, "dayCutoff" | "recurrenceHorizon">;
  readonly logger: Logger;
  /**
   * Scheduler for long computations, which run outside of transactions. If it is absent, they run without
   * pauses.
   */
  readonly slices?: Slices | undefined;
}

/**
 * Adds the occurrences that are now within the horizon (`horizonAt`) to every series, until `isStopping`
 * returns true. Returns the number of added occurrences.
 * It emits no domain events and writes no outbox entries. Several processes may run it at the same time.
 * Source: rules/recurrence.md#recurrence-horizon.
 */
export type ExtendHorizon = (isStopping?: () => boolean) => Promise<number>;

/** Number of series that are read in one batch. */
const BATCH = 50;

export const createExtendHorizon =
  ({ store, clock, site, logger, slices }: ExtendHorizonDeps): ExtendHorizon =>
  async (isStopping = () => false) => {
    const now = clock.now();
    const until = horizonAt(now, site);
    /** Extends each series in a separate transaction, so that other writes can run in between. */
    const extend = (id: number): Promise<number> =>
      computing(store, { slices }).transaction(async (unit) => {
        const [series] = await unit.events.seriesToExtend(until, id - 1, 1);
        // Another process has already extended this series.
        if (series?.id !== id) return 0;
        const occurrences = await readOccurrences(unit.events, id);
        return (await reconcileRows(unit, { series, now, site }, occurrences)).added;
      });
    let added = 0;
    for (let afterId = 0; ; ) {
      const batch = await store.events.seriesToExtend(until, afterId, BATCH);
      for (const { id } of batch) {
        if (isStopping()) break;
        try {
          added += await extend(id);
        } catch (error) {
          if (isStorageFailure(error)) throw error;
          // The error is only logged, so that the following series are still extended.
          logger.error("the occurrences of a series could not be extended", { id, error });
        }
        afterId = id;
      }
      if (batch.length < BATCH || isStopping()) break;
    }
    if (added > 0) logger.info("added occurrences of series", { added });
    return added;
  };

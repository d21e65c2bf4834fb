import type { Cradle } from "../cradle.ts";
import type { MetricsSources } from "./observed-state.ts";
import { createStoreState } from "./store-state.ts";

/** Returns the parts of the calendar whose state the metrics show. */
export const toSources = (cradle: Cradle): MetricsSources => ({
  requestsUnderWay: cradle.requests.underWay,
  openStreams: cradle.changeStreams.count,
  caches() {
    const records = cradle.store.cacheUse?.();
    return { ...cradle.answering.cacheUses(), ...(records && { records }) };
  },
  storeState: createStoreState(cradle),
});

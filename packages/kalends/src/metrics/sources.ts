import type { Cradle } from "../cradle.ts";
import type { MetricsSources } from "./observed-state.ts";
import { createStoreState } from "./store-state.ts";

/** The parts of a calendar whose state is shown. */
export const toSources = (cradle: Cradle): MetricsSources => ({
  requestsUnderWay: cradle.requests.underWay,
  openStreams: cradle.changeStreams.count,
  caches() {
    const answers = cradle.answering.answers?.use();
    return answers === undefined ? [] : [{ name: "answers", ...answers }];
  },
  storeState: createStoreState(cradle),
});

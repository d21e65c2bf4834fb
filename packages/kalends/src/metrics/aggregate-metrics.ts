import { AggregatorRegistry } from "prom-client";
import type { CollectedMetrics, MetricsPage } from "./metrics.ts";

/** What several processes have measured, as one: sums, and of states the worst or the busiest. */
export const aggregateMetrics = async (parts: readonly CollectedMetrics[]): Promise<MetricsPage> => {
  const registry = AggregatorRegistry.aggregate([...parts]);
  return { contentType: registry.contentType, text: await registry.metrics() };
};

import { AggregatorRegistry } from "prom-client";
import type { CollectedMetrics, MetricsPage } from "./metrics.ts";

/**
 * Combines the metrics of several processes. Counters are summed; for states, the worst or busiest value is
 * used.
 */
export const aggregateMetrics = async (parts: readonly CollectedMetrics[]): Promise<MetricsPage> => {
  const registry = AggregatorRegistry.aggregate([...parts]);
  return { contentType: registry.contentType, text: await registry.metrics() };
};

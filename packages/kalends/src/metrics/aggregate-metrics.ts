import { AggregatorRegistry } from "prom-client";
import type { CollectedMetrics, MetricsPage } from "./metrics.ts";

/**
 * Combines the metrics of several processes: sums counters, and takes the worst or busiest value of states.
 */
export const aggregateMetrics = async (parts: readonly CollectedMetrics[]): Promise<MetricsPage> => {
  const registry = AggregatorRegistry.aggregate([...parts]);
  return { contentType: registry.contentType, text: await registry.metrics() };
};

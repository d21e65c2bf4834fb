import { AggregatorRegistry } from "prom-client";
import type { CollectedMetrics, MetricsPage } from "./metrics.ts";

/**
 * Combines the metrics of several processes. Counters are summed, and so are numbers such as open requests.
 * For other states, such as `kalends_store_up`, the worst, busiest or latest value is used.
 */
export const aggregateMetrics = async (parts: readonly CollectedMetrics[]): Promise<MetricsPage> => {
  const registry = AggregatorRegistry.aggregate([...parts]);
  return { contentType: registry.contentType, text: await registry.metrics() };
};

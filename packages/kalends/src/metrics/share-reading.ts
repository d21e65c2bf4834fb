import type { MetricsPage } from "./metrics.ts";

/**
 * Returns a function that shares a reading in progress among all its callers. A reading takes milliseconds,
 * and anybody may request metrics at any rate.
 */
export const shareReading = (read: () => Promise<MetricsPage>): (() => Promise<MetricsPage>) => {
  let reading: Promise<MetricsPage> | undefined;
  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
};

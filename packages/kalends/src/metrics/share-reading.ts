import type { MetricsPage } from "./metrics.ts";

/**
 * Shares a reading in progress among all callers, because each reading takes milliseconds and anybody may
 * request it at any rate.
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

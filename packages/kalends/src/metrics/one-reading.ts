import type { MetricsPage } from "./metrics.ts";

/** Who asks while one reading is under way gets what that finds: anybody may ask, as often as they like, and each takes milliseconds. */
export const oneReading = (read: () => Promise<MetricsPage>): (() => Promise<MetricsPage>) => {
  let reading: Promise<MetricsPage> | undefined;
  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
};

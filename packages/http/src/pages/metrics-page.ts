import type { Logger } from "@kalends/core";
import type { ShowPage } from "./page.ts";

/** Returns the content of `/metrics`. */
export type ReadMetrics = () => Promise<{ readonly contentType: string; readonly text: string }>;

/** Creates the page `/metrics`. It responds with a 503 if the metrics cannot be read. */
export const createMetricsPage =
  (read: ReadMetrics, logger: Logger): ShowPage =>
  async (ctx) => {
    ctx.set({ "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
    try {
      const { contentType, text } = await read();
      ctx.set("Content-Type", contentType);
      ctx.body = text;
    } catch (error) {
      logger.error("The metrics could not be read", { error });
      ctx.status = 503;
      ctx.body = "Not at the moment.\n";
    }
    return true;
  };

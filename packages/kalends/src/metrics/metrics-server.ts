import { createServer, type RequestListener, type Server } from "node:http";
import type { Logger } from "@kalends/core";
import type { MetricsPage } from "./metrics.ts";

interface MetricsServerDeps {
  readonly read: () => Promise<MetricsPage>;
  readonly logger: Logger;
}

/** Time limits in milliseconds. They are short, because clients of the metrics send no body. */
const LIMITS = { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 5_000 };

/**
 * Creates a server that serves only `/metrics`. The caller must call `listen`.
 * Source: rules/choices.md#metrics.
 */
export const createMetricsServer = ({ read, logger }: MetricsServerDeps): Server => {
  const answer: RequestListener = (request, response) => {
    const { method, url = "" } = request;
    const end = (status: number, text: string, contentType = "text/plain; charset=utf-8"): void => {
      response.writeHead(status, {
        "Content-Type": contentType,
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        ...(status === 405 && { Allow: "GET, HEAD" }),
      });
      response.end(method === "HEAD" ? undefined : text);
    };
    if (url.split("?", 1)[0] !== "/metrics") end(404, "Not found: this server only serves /metrics.\n");
    else if (method !== "GET" && method !== "HEAD") end(405, "Method not allowed: use GET or HEAD.\n");
    else
      read().then(
        ({ contentType, text }) => end(200, text, contentType),
        (error: unknown) => {
          logger.error("The metrics could not be read", { error });
          end(503, "The metrics cannot be read at the moment. Try again later.\n");
        },
      );
  };
  return createServer(LIMITS, answer);
};

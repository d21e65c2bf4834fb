import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SpanKind, trace } from "@opentelemetry/api";
import { createCalendar } from "kalends";
import type { Host } from "kalends-example-host-parts";
import { createTracing } from "./tracing.ts";

export interface TracedHostOptions {
  /** Port of the server; 0 for any free port. */
  readonly port: number;
  readonly storage: string;
}

/**
 * Starts a server that creates a span for each request. The hooks of the calendar rename the span after the
 * route and add child spans for store calls.
 */
export const startTracedHost = async ({ port, storage }: TracedHostOptions): Promise<Host> => {
  const calendar = await createCalendar({ storage, pages: true, ...createTracing() });
  const tracer = trace.getTracer("host");
  const server = createServer((request, response) => {
    tracer.startActiveSpan(request.method ?? "", { kind: SpanKind.SERVER }, (span) => {
      response.once("close", () => {
        span.setAttribute("http.response.status_code", response.statusCode).end();
      });
      calendar.callback(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await calendar.close();
    },
  };
};

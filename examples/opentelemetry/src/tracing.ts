import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { TimingHooks } from "kalends";

/**
 * Creates the calendar's timing hooks. They report spans to the OpenTelemetry SDK that is registered in the
 * process.
 * `onRequest` renames the active span after the route. The host, or `@opentelemetry/instrumentation-http`,
 * must have created that span. `onStoreCall` adds a child span for each store call.
 */
export const createTracing = (): Required<TimingHooks> => {
  const tracer = trace.getTracer("kalends");
  return {
    onRequest({ method, route, requestId, storeMilliseconds }) {
      const span = trace.getActiveSpan();
      if (route !== undefined) span?.updateName(`${method} ${route}`).setAttribute("http.route", route);
      span?.setAttribute("kalends.request.id", requestId);
      if (storeMilliseconds !== undefined) span?.setAttribute("kalends.store.duration", storeMilliseconds);
    },
    onStoreCall({ repository, method, milliseconds, failed }) {
      const end = Date.now();
      const span = tracer.startSpan(`${repository}.${method}`, {
        kind: SpanKind.CLIENT,
        startTime: end - milliseconds,
      });
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(end);
    },
  };
};

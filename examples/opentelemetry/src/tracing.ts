import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { TimingHooks } from "kalends";

/**
 * Creates hooks that report to the registered SDK of the process. The span of a request is named by its
 * route, and each store call is a child span of its caller. The host, or
 * `@opentelemetry/instrumentation-http`, creates the span of the request.
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

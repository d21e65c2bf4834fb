import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { TimingHooks } from "kalends";

/**
 * Reports to whatever SDK the process has registered: the span of a request gets the name of its route, and each call of the
 * store is a span below what called it. The span of the request itself is the host's, or that of `@opentelemetry/instrumentation-http`.
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

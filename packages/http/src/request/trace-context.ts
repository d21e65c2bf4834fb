import type { IncomingMessage } from "node:http";
import type { LogFields, RequestTrace } from "@kalends/core/interface";

const ZEROS = /^0+$/;
/** Matches the fields of `traceparent` version 00. Later versions may append fields. */
const FORM = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * Returns the trace context of a request as a `traceparent` of version 00. Returns `undefined` if the header
 * is absent or invalid. Source: rules/interface.md#trace-context, W3C Trace Context section 3.2.
 */
export const traceparentOf = ({ headers }: Pick<IncomingMessage, "headers">): string | undefined => {
  const { traceparent } = headers;
  if (typeof traceparent !== "string") return undefined;
  const [, version = "", trace = "", span = "", flags = "", more] = FORM.exec(traceparent.trim()) ?? [];
  if (version === "" || ZEROS.test(trace) || ZEROS.test(span)) return undefined;
  if (version === "00") return more === undefined ? `00-${trace}-${span}-${flags}` : undefined;
  // In later versions, only the lowest flag (sampled) is known to have the same meaning.
  return `00-${trace}-${span}-0${Number.parseInt(flags, 16) & 1}`;
};

/** Returns the request id and trace context, which are recorded with the writes of a request. */
export const traceOf = ({ req }: { readonly req: IncomingMessage }, requestId: string): RequestTrace => {
  const traceparent = traceparentOf(req);
  return traceparent === undefined ? { requestId } : { requestId, traceparent };
};

/**
 * Returns log fields for the request id and the trace context. The fields have the names that OpenTelemetry
 * uses.
 */
export const toLogFields = ({ requestId, traceparent }: RequestTrace): LogFields => {
  if (traceparent === undefined) return { request: requestId };
  const [, trace_id, span_id] = traceparent.split("-");
  return { request: requestId, trace_id, span_id };
};

import type { IncomingMessage } from "node:http";
import type { LogFields, RequestTrace } from "@kalends/core/interface";

const ZEROS = /^0+$/;
/** The fields of version 00; later versions may have more behind them. */
const FORM = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * The trace that a request is part of, as a `traceparent` of version 00; `undefined` where it names none, or not as it must.
 * Source: rules/interface.md#trace-context, W3C Trace Context section 3.2.
 */
export const traceparentOf = ({ headers }: Pick<IncomingMessage, "headers">): string | undefined => {
  const { traceparent } = headers;
  if (typeof traceparent !== "string") return undefined;
  const [, version = "", trace = "", span = "", flags = "", more] = FORM.exec(traceparent.trim()) ?? [];
  if (version === "" || ZEROS.test(trace) || ZEROS.test(span)) return undefined;
  if (version === "00") return more === undefined ? `00-${trace}-${span}-${flags}` : undefined;
  // Of later versions only the bit for sampling means what it does here.
  return `00-${trace}-${span}-0${Number.parseInt(flags, 16) & 1}`;
};

/** What is said of a request with what it does. */
export const traceOf = ({ req }: { readonly req: IncomingMessage }, requestId: string): RequestTrace => {
  const traceparent = traceparentOf(req);
  return traceparent === undefined ? { requestId } : { requestId, traceparent };
};

/** By what lines of the log name a request, and the trace that it is part of as OpenTelemetry calls it. */
export const toLogFields = ({ requestId, traceparent }: RequestTrace): LogFields => {
  if (traceparent === undefined) return { request: requestId };
  const [, trace_id, span_id] = traceparent.split("-");
  return { request: requestId, trace_id, span_id };
};

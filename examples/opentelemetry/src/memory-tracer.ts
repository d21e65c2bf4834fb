import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  type SpanStatus,
  SpanStatusCode,
  type TimeInput,
  type Tracer,
  trace,
} from "@opentelemetry/api";

/** Span that has ended. */
export interface EndedSpan {
  readonly name: string;
  /** Name of the parent span at the time at which this span ended. */
  readonly parent: string | undefined;
  readonly attributes: Attributes;
  readonly failed: boolean;
  readonly milliseconds: number;
}

/** Registers a minimal tracing SDK for this process. It calls `report` with each span that ends. */
export const registerMemoryTracer = (report: (span: EndedSpan) => void): void => {
  context.setGlobalContextManager(createContextManager());
  trace.setGlobalTracerProvider({ getTracer: () => createTracer(report) });
};

const createContextManager = (): ContextManager => {
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, work, self, ...given) => storage.run(active, () => work.apply(self, given)),
    bind: (active, target) =>
      typeof target === "function"
        ? Object.assign((...given: unknown[]) => storage.run(active, () => target(...given)), target)
        : target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
};

const namesOf = new WeakMap<Span, string>();

const createTracer = (report: (span: EndedSpan) => void): Tracer => {
  const startSpan = (name: string, options: SpanOptions = {}, within: Context = context.active()): Span => {
    const around = trace.getSpan(within);
    const begun = toMilliseconds(options.startTime);
    const attributes: Attributes = { ...options.attributes };
    let status: SpanStatus = { code: SpanStatusCode.UNSET };
    const span: Span = {
      spanContext: () => ({ traceId: "1".padStart(32, "0"), spanId: "1".padStart(16, "0"), traceFlags: 1 }),
      setAttribute(key, value) {
        attributes[key] = value;
        return span;
      },
      setAttributes(values) {
        Object.assign(attributes, values);
        return span;
      },
      addEvent: () => span,
      addLink: () => span,
      addLinks: () => span,
      setStatus(given) {
        status = given;
        return span;
      },
      updateName(given) {
        namesOf.set(span, given);
        return span;
      },
      isRecording: () => true,
      recordException() {},
      end(endTime) {
        report({
          name: namesOf.get(span) ?? name,
          parent: around && namesOf.get(around),
          attributes,
          failed: status.code === SpanStatusCode.ERROR,
          milliseconds: toMilliseconds(endTime) - begun,
        });
      },
    };
    namesOf.set(span, name);
    return span;
  };
  return {
    startSpan,
    startActiveSpan(name: string, ...given: readonly unknown[]) {
      const work = given.at(-1) as (span: Span) => unknown;
      const [options, within = context.active()] = given.slice(0, -1) as [SpanOptions?, Context?];
      const span = startSpan(name, options, within);
      return context.with(trace.setSpan(within, span), () => work(span));
    },
  } as Tracer;
};

const toMilliseconds = (time: TimeInput = Date.now()): number => Number(time);

import type { AnsweredRequest } from "@kalends/http/hosting";
import type { StoreCall } from "../storage/store-call.ts";
import type { MetricsSources } from "./observed-state.ts";

/** One run of a job that is over. */
export interface JobRun {
  /** `kalends` for the calendar's own. */
  readonly plugin: string;
  readonly job: string;
  readonly milliseconds: number;
  /** Milliseconds since 1970. */
  readonly endedAt: number;
  readonly failed: boolean;
}

/** The text format of Prometheus. */
export interface MetricsPage {
  readonly contentType: string;
  readonly text: string;
}

/** What is measured of this process, where that is on. What takes notes never throws. Source: rules/choices.md#metrics. */
export interface Metrics {
  onRequest(request: AnsweredRequest): void;
  onStoreCall(call: StoreCall): void;
  onJobRun(run: JobRun): void;
  /** A request was refused for want of room; `reason` is one of a few words. */
  onShed(reason: string): void;
  /** What is no request was refused; `code` is one of a few. */
  onUnreadable(code: string): void;
  /** A request was refused because its caller has asked, or failed, too often; `limit` is one of a few words. */
  onLimited(limit: string): void;
  /** What is asked for its state whenever somebody reads. */
  observe(sources: MetricsSources): void;
  read(): Promise<MetricsPage>;
  /** The same as `aggregateMetrics` takes it of each of several processes. */
  collect(): Promise<CollectedMetrics>;
}

/** What one process has measured, as plain values. */
export type CollectedMetrics = readonly object[];

import type { ReportedRequest } from "@kalends/http/hosting";
import type { StoreCall } from "../storage/store-call.ts";
import type { MetricsSources } from "./observed-state.ts";

/** Finished run of a job. */
export interface JobRun {
  /** Name of the plugin; `kalends` for jobs of the calendar itself. */
  readonly plugin: string;
  readonly job: string;
  readonly milliseconds: number;
  /** Milliseconds since 1970. */
  readonly endedAt: number;
  readonly failed: boolean;
}

/** Metrics in the text format of Prometheus. */
export interface MetricsPage {
  readonly contentType: string;
  readonly text: string;
}

/**
 * Metrics of this process, if they are on. The `on...` methods never throw.
 * Source: rules/choices.md#metrics.
 */
export interface Metrics {
  onRequest(request: ReportedRequest): void;
  onStoreCall(call: StoreCall): void;
  onJobRun(run: JobRun): void;
  /** Counts a request that was refused because of overload; `reason` is one of a few words. */
  onShed(reason: string): void;
  /** Counts input that was refused because it is not an HTTP request; `code` is one of a few. */
  onUnreadable(code: string): void;
  /**
   * Counts a request refused because its caller made too many requests or failed too often. `limit` is one of
   * a few words.
   */
  onLimited(limit: string): void;
  /** Registers the sources whose state is read with each reading of the metrics. */
  observe(sources: MetricsSources): void;
  read(): Promise<MetricsPage>;
  /** Returns the metrics of this process in the form that `aggregateMetrics` combines. */
  collect(): Promise<CollectedMetrics>;
}

/** Metrics of one process as plain values. */
export type CollectedMetrics = readonly object[];

import type { ReportedRequest } from "@kalends/http/hosting";
import type { StoreCall } from "../storage/store-call.ts";
import type { MetricsSources } from "./observed-state.ts";

/** A finished run of a job. */
export interface JobRun {
  /** Name of the plugin that owns the job; `kalends` for jobs of the calendar itself. */
  readonly plugin: string;
  readonly job: string;
  readonly milliseconds: number;
  /** Milliseconds since 1970. */
  readonly endedAt: number;
  readonly failed: boolean;
}

/** Response of `/metrics`, in the text format of Prometheus. */
export interface MetricsPage {
  readonly contentType: string;
  readonly text: string;
}

/**
 * Metrics of this process. The methods that start with `on` never throw.
 * Source: rules/choices.md#metrics.
 */
export interface Metrics {
  onRequest(request: ReportedRequest): void;
  onStoreCall(call: StoreCall): void;
  onJobRun(run: JobRun): void;
  /** Counts a request that was refused because of overload. `reason` has only a few possible values. */
  onShed(reason: string): void;
  /**
   * Counts input that was refused because it is not a valid HTTP request. `code` has only a few possible
   * values.
   */
  onUnreadable(code: string): void;
  /**
   * Counts a request that was refused because of a rate limit or too many failed sign-ins. `limit` has only a
   * few possible values.
   */
  onLimited(limit: string): void;
  /** Registers parts of the calendar whose state is read each time the metrics are read. */
  observe(sources: MetricsSources): void;
  read(): Promise<MetricsPage>;
  /** Returns the metrics of this process in the form that `aggregateMetrics` combines. */
  collect(): Promise<CollectedMetrics>;
}

/** Metrics of one process, as values that can be sent to another process. */
export type CollectedMetrics = readonly object[];

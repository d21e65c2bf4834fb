import type { Count } from "../limits/counters.ts";
import type { CollectedMetrics, MetricsPage } from "../metrics/metrics.ts";
import type { FirstAccounts } from "../start.ts";

/** Data with which a worker starts. */
export interface WorkerStart {
  /** Number from 1; a replacement gets the same number. */
  readonly worker: number;
  /** Contents of the configuration file when the primary read it. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Port on which all workers listened before the last one ended; absent to use the configured port. */
  readonly port?: number;
  /** True if the worker runs the jobs. */
  readonly jobs: boolean;
}

/** Call of a `Counters` method. */
export type CountCall =
  | { readonly name: "add"; readonly key: string; readonly points: number; readonly milliseconds: number }
  | { readonly name: "find" | "remove"; readonly key: string };

/** Result of such a call; `undefined` may become `null` in transit. */
export type CountResult = Count | boolean | undefined | null;

/**
 * Messages from the primary to a worker. Each is sent at most once, except those about metrics and counts.
 */
export type ToWorker =
  | { readonly kind: "start"; readonly start: WorkerStart }
  | { readonly kind: "jobs" }
  | { readonly kind: "accounts" }
  | { readonly kind: "stop" }
  /** Requests the metrics of the worker. */
  | { readonly kind: "collect"; readonly id: number }
  /** Metrics of all workers, as the worker requested; without a page if they could not be read. */
  | { readonly kind: "metrics"; readonly id: number; readonly page?: MetricsPage }
  /** Results of the calls that the worker sent with this id, in the same order. */
  | { readonly kind: "counted"; readonly id: number; readonly results: readonly CountResult[] };

/**
 * Messages from a worker to the primary. Each is sent at most once, except those about metrics and counts.
 */
export type FromWorker =
  /** Sent when the worker can receive messages. */
  | { readonly kind: "up" }
  | { readonly kind: "listening"; readonly port: number; readonly url: string }
  | { readonly kind: "accounts"; readonly accounts: FirstAccounts }
  | { readonly kind: "collected"; readonly id: number; readonly metrics: CollectedMetrics }
  /** Requests the metrics of all workers. */
  | { readonly kind: "metrics-asked"; readonly id: number }
  /** Calls of the counters shared by all workers. */
  | { readonly kind: "count"; readonly id: number; readonly calls: readonly CountCall[] }
  /**
   * Reasons why the worker cannot serve. It only ends after the stop message, because the last message of an
   * ending process may be lost.
   */
  | { readonly kind: "failed"; readonly problems: readonly string[] };

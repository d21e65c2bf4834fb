import type { Count } from "../limits/counters.ts";
import type { CollectedMetrics, MetricsPage } from "../metrics/metrics.ts";
import type { FirstAccounts } from "../start.ts";

/** Data that the primary process sends to a worker for its start. */
export interface WorkerStart {
  /** Number of the worker, from 1. A replacement worker gets the same number. */
  readonly worker: number;
  /** Content of the configuration file, as the primary read it. */
  readonly options: Readonly<Record<string, unknown>>;
  /**
   * Port on which all workers listened before the last of them ended. If absent, the worker uses the
   * configured port.
   */
  readonly port?: number;
  /** True if this worker runs the jobs. */
  readonly jobs: boolean;
}

/** Call of a `Counters` method that a worker sends to the primary. */
export type CountCall =
  | { readonly name: "add"; readonly key: string; readonly points: number; readonly milliseconds: number }
  | { readonly name: "find" | "remove"; readonly key: string };

/** Result of a `CountCall`. `undefined` may become `null` when it is sent between processes. */
export type CountResult = Count | boolean | undefined | null;

/**
 * Messages from the primary to a worker. Each kind takes effect at most once, except those about metrics and
 * counts.
 */
export type ToWorker =
  | { readonly kind: "start"; readonly start: WorkerStart }
  | { readonly kind: "jobs" }
  | { readonly kind: "accounts" }
  | { readonly kind: "stop" }
  /** Requests the metrics of this worker. */
  | { readonly kind: "collect"; readonly id: number }
  /**
   * Response with the metrics of all workers, which this worker requested. `page` is absent if the metrics
   * could not be read.
   */
  | { readonly kind: "metrics"; readonly id: number; readonly page?: MetricsPage }
  /** Results of the counter calls that the worker sent with this id, in the same order. */
  | { readonly kind: "counted"; readonly id: number; readonly results: readonly CountResult[] };

/**
 * Messages from a worker to the primary. Each kind is sent at most once, except those about metrics and
 * counts.
 */
export type FromWorker =
  /** Sent when the worker can receive messages. */
  | { readonly kind: "up" }
  | { readonly kind: "listening"; readonly port: number; readonly url: string }
  | { readonly kind: "accounts"; readonly accounts: FirstAccounts }
  | { readonly kind: "collected"; readonly id: number; readonly metrics: CollectedMetrics }
  /** Requests the metrics of all workers. */
  | { readonly kind: "metrics-asked"; readonly id: number }
  /** Calls of the counters that all workers share. */
  | { readonly kind: "count"; readonly id: number; readonly calls: readonly CountCall[] }
  /**
   * Reasons why the worker cannot serve. The worker then waits for the stop message, because the last message
   * of an ending process may be lost.
   */
  | { readonly kind: "failed"; readonly problems: readonly string[] };

import type { CollectedMetrics, MetricsPage } from "../metrics/metrics.ts";
import type { FirstAccounts } from "../start.ts";

/** What a worker begins with. */
export interface WorkerStart {
  /** From 1; the one that replaces it gets it, too. */
  readonly worker: number;
  /** What the configuration file said when the primary read it. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Where all of them listened when none was left; absent: as configured. */
  readonly port?: number;
  /** Whether it runs the jobs. */
  readonly jobs: boolean;
}

/** What the primary sends to a worker, each at most once, but for what is about metrics. */
export type ToWorker =
  | { readonly kind: "start"; readonly start: WorkerStart }
  | { readonly kind: "jobs" }
  | { readonly kind: "accounts" }
  | { readonly kind: "stop" }
  /** Asks for what the worker has measured. */
  | { readonly kind: "collect"; readonly id: number }
  /** What all have measured, as the worker has asked; absent: that could not be read. */
  | { readonly kind: "metrics"; readonly id: number; readonly page?: MetricsPage };

/** What a worker sends to the primary, each at most once, but for what is about metrics. */
export type FromWorker =
  /** It receives messages. */
  | { readonly kind: "up" }
  | { readonly kind: "listening"; readonly port: number; readonly url: string }
  | { readonly kind: "accounts"; readonly accounts: FirstAccounts }
  | { readonly kind: "collected"; readonly id: number; readonly metrics: CollectedMetrics }
  /** Somebody asks it for what all have measured. */
  | { readonly kind: "metrics-asked"; readonly id: number }
  /** Why it cannot serve: it ends when it is told to stop, for what a process sends last may be lost. */
  | { readonly kind: "failed"; readonly problems: readonly string[] };

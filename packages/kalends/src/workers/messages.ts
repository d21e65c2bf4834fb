import type { Count } from "../limits/counters.ts";
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

/** A call of `Counters`. */
export type CountCall =
  | { readonly name: "add"; readonly key: string; readonly points: number; readonly milliseconds: number }
  | { readonly name: "find" | "remove"; readonly key: string };

/** What such a call answers; nothing may become `null` on the way. */
export type CountResult = Count | boolean | undefined | null;

/** What the primary sends to a worker, each at most once, but for what is about metrics and counts. */
export type ToWorker =
  | { readonly kind: "start"; readonly start: WorkerStart }
  | { readonly kind: "jobs" }
  | { readonly kind: "accounts" }
  | { readonly kind: "stop" }
  /** Asks for what the worker has measured. */
  | { readonly kind: "collect"; readonly id: number }
  /** What all have measured, as the worker has asked; absent: that could not be read. */
  | { readonly kind: "metrics"; readonly id: number; readonly page?: MetricsPage }
  /** What the calls have answered that the worker has sent under this id, in the same order. */
  | { readonly kind: "counted"; readonly id: number; readonly results: readonly CountResult[] };

/** What a worker sends to the primary, each at most once, but for what is about metrics and counts. */
export type FromWorker =
  /** It receives messages. */
  | { readonly kind: "up" }
  | { readonly kind: "listening"; readonly port: number; readonly url: string }
  | { readonly kind: "accounts"; readonly accounts: FirstAccounts }
  | { readonly kind: "collected"; readonly id: number; readonly metrics: CollectedMetrics }
  /** Somebody asks it for what all have measured. */
  | { readonly kind: "metrics-asked"; readonly id: number }
  /** Counts requests with those of all other workers. */
  | { readonly kind: "count"; readonly id: number; readonly calls: readonly CountCall[] }
  /** Why it cannot serve: it ends when it is told to stop, for what a process sends last may be lost. */
  | { readonly kind: "failed"; readonly problems: readonly string[] };

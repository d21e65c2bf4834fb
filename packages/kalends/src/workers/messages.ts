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

/** What the primary sends to a worker, each at most once. */
export type ToWorker =
  | { readonly kind: "start"; readonly start: WorkerStart }
  | { readonly kind: "jobs" }
  | { readonly kind: "accounts" }
  | { readonly kind: "stop" };

/** What a worker sends to the primary, each at most once. */
export type FromWorker =
  /** It receives messages. */
  | { readonly kind: "up" }
  | { readonly kind: "listening"; readonly port: number; readonly url: string }
  | { readonly kind: "accounts"; readonly accounts: FirstAccounts }
  /** Why it cannot serve: it ends when it is told to stop, for what a process sends last may be lost. */
  | { readonly kind: "failed"; readonly problems: readonly string[] };

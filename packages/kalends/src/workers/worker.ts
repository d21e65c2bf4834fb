import type { Counters } from "../limits/counters.ts";
import type { CollectedMetrics, MetricsPage } from "../metrics/metrics.ts";
import { OperatorError } from "../operator-error.ts";
import type { FirstAccounts, Started } from "../start.ts";
import type { FromWorker, ToWorker, WorkerStart } from "./messages.ts";
import { answerCounts } from "./shared-counters.ts";

/** How a process ended: one of both. */
export interface WorkerEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** The process of a worker, seen from the primary. */
export interface WorkerProcess {
  readonly pid: number;
  /** Messages to a process that has ended are dropped. */
  send(message: ToWorker): void;
  /** Before the first message of the process. */
  onMessage(listener: (message: FromWorker) => void): void;
  /** Messages that nobody has waited for may come later, or not at all. */
  readonly ended: Promise<WorkerEnd>;
}

/** One of the processes that serve together. */
export interface Worker extends Pick<WorkerProcess, "pid" | "ended"> {
  readonly number: number;
  /** Where it listens; rejects with an `OperatorError` when it ends before. */
  readonly listening: Promise<Pick<Started, "port" | "url">>;
  /** Why it ended, as far as it says so. */
  problems(): readonly string[] | undefined;
  startJobs(): void;
  openAccounts(): Promise<FirstAccounts>;
  /** What it has measured; rejects when it ends before. */
  collect(): Promise<CollectedMetrics>;
  /** Once it listens, like a server of one process. */
  stop(): void;
}

/** What the primary does for all workers. */
export interface WorkerServices {
  /** What all have measured. */
  readMetrics(): Promise<MetricsPage>;
  /** Counts requests of all. */
  readonly counters: Counters;
}

export const beginWorker = (
  process: WorkerProcess,
  start: WorkerStart,
  { readMetrics, counters }: WorkerServices,
): Worker => {
  const { pid, ended } = process;
  let problems: readonly string[] | undefined;
  const collecting = new Map<number, (metrics: CollectedMetrics) => void>();
  let collections = 0;
  process.onMessage((message) => {
    if (message.kind === "up") process.send({ kind: "start", start });
    else if (message.kind === "failed") {
      ({ problems } = message);
      process.send({ kind: "stop" });
    } else if (message.kind === "metrics-asked") {
      const { id } = message;
      readMetrics().then(
        (page) => process.send({ kind: "metrics", id, page }),
        () => process.send({ kind: "metrics", id }),
      );
    } else if (message.kind === "count") {
      const { id, calls } = message;
      // Counters in memory never reject.
      void answerCounts(counters, calls).then((results) => process.send({ kind: "counted", id, results }));
    } else if (message.kind === "collected") collecting.get(message.id)?.(message.metrics);
  });
  const receive = <Kind extends FromWorker["kind"]>(kind: Kind) => {
    const received = new Promise<Extract<FromWorker, { readonly kind: Kind }>>((resolve, reject) => {
      process.onMessage((message) => {
        if (isOf(kind, message)) resolve(message);
      });
      void ended.then(({ code, signal }) => {
        reject(new OperatorError(problems ?? [`A worker ended while it started: ${signal ?? code}`]));
      });
    });
    // Nobody waits for what comes later than the end, or not at all.
    received.catch(() => undefined);
    return received;
  };
  const accounts = receive("accounts");
  return {
    number: start.worker,
    pid,
    ended,
    listening: receive("listening"),
    problems: () => problems,
    startJobs: () => process.send({ kind: "jobs" }),
    async openAccounts() {
      process.send({ kind: "accounts" });
      return (await accounts).accounts;
    },
    collect() {
      collections += 1;
      const id = collections;
      return new Promise<CollectedMetrics>((resolve, reject) => {
        collecting.set(id, resolve);
        void ended.then(() => reject(new Error("The worker ended.")));
        process.send({ kind: "collect", id });
      }).finally(() => collecting.delete(id));
    },
    stop: () => process.send({ kind: "stop" }),
  };
};

const isOf = <Kind extends FromWorker["kind"]>(
  kind: Kind,
  message: FromWorker,
): message is Extract<FromWorker, { readonly kind: Kind }> => message.kind === kind;

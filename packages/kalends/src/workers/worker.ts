import type { Counters } from "../limits/counters.ts";
import type { CollectedMetrics, MetricsPage } from "../metrics/metrics.ts";
import { OperatorError } from "../operator-error.ts";
import type { FirstAccounts, Started } from "../start.ts";
import type { FromWorker, ToWorker, WorkerStart } from "./messages.ts";
import { runCounterCalls } from "./shared-counters.ts";

/** Exit code or signal with which a process ended; the other one of the two is null. */
export interface WorkerEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Process of a worker, as the primary uses it. */
export interface WorkerProcess {
  readonly pid: number;
  /** Sends a message to the process. If the process has ended, the message is dropped. */
  send(message: ToWorker): void;
  /** Registers a listener for messages. Call this before the process sends its first message. */
  onMessage(listener: (message: FromWorker) => void): void;
  /** Resolves when the process ends. The last messages of the process may arrive later or not at all. */
  readonly ended: Promise<WorkerEnd>;
}

/** One of the worker processes that serve the calendar together. */
export interface Worker extends Pick<WorkerProcess, "pid" | "ended"> {
  readonly number: number;
  /**
   * Address at which the worker listens. Rejects with an `OperatorError` if the worker ends before it
   * listens.
   */
  readonly listening: Promise<Pick<Started, "port" | "url">>;
  /** Returns the reasons for its end that the worker reported; `undefined` if it reported none. */
  problems(): readonly string[] | undefined;
  startJobs(): void;
  openAccounts(): Promise<FirstAccounts>;
  /** Returns the metrics of the worker. Rejects if the worker ends first. */
  collect(): Promise<CollectedMetrics>;
  /** Stops the worker gracefully, like a single server process. Call this after the worker listens. */
  stop(): void;
}

/** Functions of the primary that all workers use. */
export interface WorkerServices {
  /** Returns the combined metrics of all workers. */
  readMetrics(): Promise<MetricsPage>;
  /** Counters shared by all workers. */
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
      // No error handler is needed: counters in memory never reject.
      void runCounterCalls(counters, calls).then((results) => process.send({ kind: "counted", id, results }));
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
    // Handle the rejection, because a message that never arrives must not be an unhandled rejection.
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

import type { Clock, Logger } from "@kalends/core";
import { type Timers, withTimeLimit } from "../jobs/timers.ts";
import { createMemoryCounters } from "../limits/counters.ts";
import type { CollectedMetrics, MetricsPage } from "../metrics/metrics.ts";
import { shareReading } from "../metrics/share-reading.ts";
import { OperatorError } from "../operator-error.ts";
import type { Started } from "../start.ts";
import type { WorkerStart } from "./messages.ts";
import { beginWorker, type Worker, type WorkerEnd, type WorkerProcess } from "./worker.ts";

export interface WorkerPoolDeps {
  readonly fork: () => WorkerProcess;
  /** Number of worker processes. */
  readonly workers: number;
  readonly options: WorkerStart["options"];
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Combines the metrics of several processes. */
  readonly aggregate: (parts: readonly CollectedMetrics[]) => Promise<MetricsPage>;
}

export interface WorkerPool extends Started {
  /** Returns the combined metrics of all workers that respond in time. */
  readMetrics(): Promise<MetricsPage>;
}

/**
 * Minimum milliseconds before a worker is replaced. The pause doubles with each replacement, up to a maximum.
 * The pause starts again at the minimum after a worker has served longer than the maximum.
 */
const MIN_PAUSE = 100;
const MAX_PAUSE = 30_000;
/** Maximum milliseconds to wait for the metrics of a worker. */
const MAX_COLLECTION_MS = 3_000;

/**
 * Serves the calendar with several processes until `stop` is called. Exactly one process runs the jobs. If a
 * process cannot start, all are stopped and the function rejects with an `OperatorError`. Later, each worker
 * that ends is replaced.
 * Source: rules/choices.md#workers.
 */
export const startWorkerPool = async (deps: WorkerPoolDeps): Promise<WorkerPool> => {
  const { fork, workers, options, clock, timers, logger, aggregate } = deps;
  const counters = createMemoryCounters(clock);
  const running = new Map<number, Worker>();
  const served = new Map<number, { readonly since?: number; readonly pause: number }>();
  const waiting = new Set<() => void>();
  let phase: "starting" | "serving" | "stopping" = "starting";
  let address: Pick<Started, "port" | "url"> | undefined;
  let port: number | undefined;
  let withJobs: Worker | undefined;

  const readMetrics = shareReading(async () => {
    const parts: CollectedMetrics[] = [];
    const serving = [...running.values()].filter(({ number }) => served.get(number)?.since !== undefined);
    const collect = async (worker: Worker): Promise<void> => void parts.push(await worker.collect());
    await Promise.all(
      serving.map((worker) =>
        // Leave out a worker that ends or does not respond in time.
        withTimeLimit(
          collect(worker).catch(() => undefined),
          timers,
          () => undefined,
          MAX_COLLECTION_MS,
        ),
      ),
    );
    return aggregate(parts);
  });

  const begin = (number: number): Worker => {
    const jobs = withJobs === undefined;
    // With port 0, the system chooses a port. All workers use this port as long as one of them is listening.
    if (running.size === 0) port = address?.port;
    const start = { worker: number, options, jobs, ...(port !== undefined && { port }) };
    const worker = beginWorker(fork(), start, { readMetrics, counters });
    if (jobs) withJobs = worker;
    running.set(number, worker);
    void worker.listening.then(
      () => served.set(number, { since: clock.now(), pause: served.get(number)?.pause ?? MIN_PAUSE }),
      () => undefined,
    );
    void worker.ended.then((end) => {
      running.delete(number);
      if (phase === "stopping") return;
      if (withJobs === worker) passJobs();
      if (phase === "serving") replace(worker, end);
    });
    return worker;
  };

  const passJobs = (): void => {
    const others = [...running.values()];
    withJobs = others.find(({ number }) => served.get(number)?.since !== undefined) ?? others[0];
    withJobs?.startJobs();
  };

  const replace = ({ number, pid, problems }: Worker, end: WorkerEnd): void => {
    const { since, pause: planned = MIN_PAUSE } = served.get(number) ?? {};
    const pause = since !== undefined && clock.now() - since > MAX_PAUSE ? MIN_PAUSE : planned;
    served.set(number, { pause: Math.min(2 * pause, MAX_PAUSE) });
    logger.error("a worker ended", {
      worker: number,
      pid,
      ...end,
      ...(problems() && { problems: problems() }),
      retryInSeconds: pause / 1000,
    });
    const cancel = timers.after(pause, () => {
      waiting.delete(cancel);
      const worker = begin(number);
      void worker.listening.then(
        () => logger.info("a worker was replaced and is serving again", { worker: number, pid: worker.pid }),
        () => undefined,
      );
    });
    waiting.add(cancel);
  };

  const stop = async (): Promise<readonly WorkerEnd[]> => {
    phase = "stopping";
    for (const cancel of waiting) cancel();
    const all = [...running.values()];
    for (const worker of all) worker.stop();
    return Promise.all(all.map(({ ended }) => ended));
  };

  try {
    // Start the first worker alone. Problems that all workers would have are then reported once, and only one
    // process creates the storage.
    const first = begin(1);
    address = await first.listening;
    const others = Array.from({ length: workers - 1 }, (_, place) => begin(place + 2));
    await Promise.all(others.map(({ listening }) => listening));
    if (running.size < workers)
      throw new OperatorError(["A worker ended while others started: see the log for the reason"]);
    phase = "serving";
    return {
      ...address,
      readMetrics,
      ...(await first.openAccounts()),
      async stop() {
        const ends = await stop();
        const failed = ends.find(({ code }) => code !== 0);
        if (failed) throw new OperatorError([`A worker failed to stop: ${failed.signal ?? failed.code}`]);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

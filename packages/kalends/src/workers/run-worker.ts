import type { Config } from "../configuration/config.ts";
import { sourcesOf } from "../configuration/config-file.ts";
import { readInstallation } from "../configuration/installation.ts";
import { systemClock, systemTimers } from "../jobs/timers.ts";
import { type Counters, createMemoryCounters } from "../limits/counters.ts";
import { type ClosableLogger, createPinoLogger, type OutputStream } from "../logging/pino-logger.ts";
import type { MetricsPage } from "../metrics/metrics.ts";
import { problemsOf } from "../operator-error.ts";
import { serveCalendar } from "../start.ts";
import type { FromWorker, ToWorker, WorkerStart } from "./messages.ts";
import { createSharedCounters } from "./shared-counters.ts";

export interface WorkerContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stderr: OutputStream;
  /** Sends a message to the primary. Resolves when it is sent. */
  send(message: FromWorker): Promise<void>;
  onMessage(listener: (message: ToWorker) => void): void;
}

/**
 * Runs a worker: serves on request of the primary until the primary sends the stop message. Returns the exit
 * code. Rejects with errors that the operator cannot fix.
 */
export const runWorker = async (context: WorkerContext): Promise<number> => {
  const { send, onMessage } = context;
  const received = <Kind extends ToWorker["kind"]>(kind: Kind): Promise<ToWorker> =>
    new Promise((resolve) => {
      onMessage((message) => {
        if (message.kind === kind) resolve(message);
      });
    });
  const started = new Promise<WorkerStart>((resolve) => {
    onMessage((message) => {
      if (message.kind === "start") resolve(message.start);
    });
  });
  const [jobs, accounts, stopped] = [received("jobs"), received("accounts"), received("stop")];
  await send({ kind: "up" });
  const start = await started;
  let logger: ClosableLogger | undefined;
  try {
    const installation = await installationOf(start, context);
    const { config } = installation;
    logger = createPinoLogger(config.logLevel, context.stderr, { worker: start.worker });
    const serving = await serveCalendar(
      {
        ...installation,
        logger,
        pages: true,
        readMetrics: createReadMetrics(context),
        counters: createWorkerCounters(context),
      },
      start,
    );
    const { metrics } = serving;
    onMessage((message) => {
      if (message.kind !== "collect") return;
      void metrics
        ?.collect()
        .then((collected) => send({ kind: "collected", id: message.id, metrics: collected }))
        // Ignore an error: the primary then combines the metrics without those of this worker.
        .catch(() => undefined);
    });
    try {
      void jobs.then(() => serving.startJobs());
      const answered = accounts.then(async () =>
        send({ kind: "accounts", accounts: await serving.openAccounts() }),
      );
      await send({ kind: "listening", port: serving.port, url: serving.url });
      await Promise.race([stopped, answered.then(() => stopped)]);
    } finally {
      await serving.stop();
    }
    return 0;
  } catch (error) {
    await send({ kind: "failed", problems: problemsOf(error) });
    await stopped;
    return 1;
  } finally {
    logger?.flush();
  }
};

/** Returns a function that requests the metrics of all workers from the primary. */
const createReadMetrics = ({ send, onMessage }: WorkerContext): (() => Promise<MetricsPage>) => {
  const asking = new Map<number, (page: MetricsPage | undefined) => void>();
  let received = 0;
  onMessage((message) => {
    if (message.kind === "metrics") asking.get(message.id)?.(message.page);
  });
  return async () => {
    received += 1;
    const id = received;
    const answered = new Promise<MetricsPage | undefined>((resolve) => asking.set(id, resolve));
    await send({ kind: "metrics-asked", id });
    const page = await answered;
    asking.delete(id);
    if (page === undefined) throw new Error("The primary could not read the metrics.");
    return page;
  };
};

/** Creates counters that this worker shares with all other workers. */
const createWorkerCounters = ({ send, onMessage }: WorkerContext): Counters => {
  const counters = createSharedCounters({
    send,
    own: createMemoryCounters(systemClock),
    timers: systemTimers,
  });
  onMessage((message) => {
    if (message.kind === "counted") counters.receive(message.id, message.results);
  });
  return counters;
};

/**
 * Loads the installation without printing warnings, which the primary has already printed. The cache memory
 * is divided among all workers.
 */
const installationOf = async ({ options, port }: WorkerStart, { env }: WorkerContext) => {
  const { config, ...others } = await readInstallation(sourcesOf(env, options), () => undefined);
  // Round to whole KiB, so that the share of each worker is a whole number of bytes.
  const cacheMemory = Math.floor((config.cacheMemory * 1024) / config.workers) / 1024;
  const own: Config = { ...config, cacheMemory };
  return { ...others, config: port === undefined ? own : { ...own, port } };
};

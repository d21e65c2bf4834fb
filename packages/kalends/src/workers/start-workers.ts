import { readOptions } from "../configuration/config-file.ts";
import type { Installation } from "../configuration/installation.ts";
import { systemClock, type Timers } from "../jobs/timers.ts";
import type { ClosableLogger } from "../logging/pino-logger.ts";
import { toStartLine } from "../logging/start-line.ts";
import type { listenForMetrics, Started } from "../start.ts";
import { createClusterForks } from "./cluster-forks.ts";
import { startWorkerPool, type WorkerPool } from "./worker-pool.ts";

/** Timers that keep the primary process alive, because nothing else does while no worker is running. */
const POOL_TIMERS: Timers = {
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/**
 * Serves the metrics if they have a separate port. Imports the server module only in this case, because the
 * primary needs the module for nothing else.
 */
const listen = async (
  installed: Parameters<typeof listenForMetrics>[0],
  { readMetrics }: WorkerPool,
): Promise<() => Promise<void>> =>
  typeof installed.config.metrics === "number"
    ? (await import("../start.ts")).listenForMetrics(installed, readMetrics)
    : async () => undefined;

interface StartWorkersDeps extends Installation {
  readonly logger: ClosableLogger;
  /** Additional environment variables for the workers. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Serves the calendar with the configured number of processes. Rejects with an `OperatorError` that names the
 * reason if it cannot start.
 */
export const startWorkers = async ({
  logger,
  environment,
  ...installation
}: StartWorkersDeps): Promise<Started> => {
  const { workers } = installation.config;
  const pool = await startWorkerPool({
    fork: createClusterForks(environment),
    workers,
    options: readOptions().options,
    clock: systemClock,
    timers: POOL_TIMERS,
    logger,
    aggregate: async (parts) => (await import("../metrics/aggregate-metrics.ts")).aggregateMetrics(parts),
  });
  try {
    const stopMetrics = await listen({ ...installation, logger }, pool);
    logger.info("started", { ...toStartLine(installation), url: pool.url, workers });
    return {
      ...pool,
      async stop() {
        await stopMetrics();
        await pool.stop();
      },
    };
  } catch (error) {
    await pool.stop();
    throw error;
  }
};

import { readOptions } from "../configuration/config-file.ts";
import type { Installation } from "../configuration/installation.ts";
import { systemClock, type Timers } from "../jobs/timers.ts";
import type { ClosableLogger } from "../logging/pino-logger.ts";
import { toStartLine } from "../logging/start-line.ts";
import type { Started } from "../start.ts";
import { createClusterForks } from "./cluster-forks.ts";
import { startWorkerPool } from "./worker-pool.ts";

/** Keep the process alive, which has nothing else to wait for when all workers are gone. */
const POOL_TIMERS: Timers = {
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Serves with as many processes as are configured. An `OperatorError` says why it cannot. */
export const startWorkers = async ({
  logger,
  ...installation
}: Installation & { readonly logger: ClosableLogger }): Promise<Started> => {
  const { workers } = installation.config;
  const started = await startWorkerPool({
    fork: createClusterForks(),
    workers,
    options: readOptions().options,
    clock: systemClock,
    timers: POOL_TIMERS,
    logger,
  });
  logger.info("started", { ...toStartLine(installation), url: started.url, workers });
  return started;
};

import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import type { FromWorker } from "./messages.ts";
import type { WorkerEnd, WorkerProcess } from "./worker.ts";

/**
 * Returns a function that forks this process. The forks share its listening sockets and receive the
 * additional environment variables.
 */
export const createClusterForks = (environment: Readonly<Record<string, string>>): (() => WorkerProcess) => {
  cluster.setupPrimary({ exec: fileURLToPath(new URL("../worker-main.js", import.meta.url)), args: [] });
  return () => {
    const worker = cluster.fork(environment);
    // Ignore errors of messages that cannot be sent: only the end of the process matters.
    worker.on("error", () => undefined);
    worker.once("exit", () => {
      // Disconnect explicitly: a channel with a connection in transit would stay open, and the process would
      // count as serving.
      if (worker.isConnected()) worker.process.disconnect();
    });
    return {
      pid: worker.process.pid ?? 0,
      send: (message) => void worker.send(message, () => undefined),
      onMessage: (listener) => void worker.on("message", (message: FromWorker) => listener(message)),
      ended: new Promise<WorkerEnd>((resolve) => {
        if (worker.process.pid === undefined) resolve({ code: null, signal: "no process" });
        worker.once("exit", (code: number | null, signal: string | null) => resolve({ code, signal }));
      }),
    };
  };
};

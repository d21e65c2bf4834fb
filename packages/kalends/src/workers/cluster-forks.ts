import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import type { FromWorker } from "./messages.ts";
import type { WorkerEnd, WorkerProcess } from "./worker.ts";

/** Forks of this process that share the sockets they listen on, with these variables besides its own. */
export const createClusterForks = (environment: Readonly<Record<string, string>>): (() => WorkerProcess) => {
  cluster.setupPrimary({ exec: fileURLToPath(new URL("../worker-main.js", import.meta.url)), args: [] });
  return () => {
    const worker = cluster.fork(environment);
    // Each failing message is one; what counts is the end.
    worker.on("error", () => undefined);
    worker.once("exit", () => {
      // A channel in which a connection was on its way stays open, and counts as one of a process that serves.
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

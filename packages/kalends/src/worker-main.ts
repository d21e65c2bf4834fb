import type { FromWorker } from "./workers/messages.ts";
import { runWorker } from "./workers/run-worker.ts";

// Ignore these signals: the primary process receives them too and decides when workers stop.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
// Keep running if the log cannot be written, for example to a full disk.
process.stderr.on("error", () => undefined);

const { env, stderr } = process;
const code = await runWorker({
  env,
  stderr,
  send: (message: FromWorker) =>
    new Promise((resolve) => {
      process.send?.(message, undefined, undefined, () => resolve());
    }),
  onMessage: (listener) => void process.on("message", listener),
});
// Exit even if handles are still open: the worker has already closed everything that it opened.
process.exit(code);

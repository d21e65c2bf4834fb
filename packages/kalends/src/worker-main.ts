import type { FromWorker } from "./workers/messages.ts";
import { runWorker } from "./workers/run-worker.ts";

// The primary process receives these signals as well, or alone, and decides when workers stop.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
// A full disk behind the log must not stop the process.
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
// Everything is closed by now.
process.exit(code);

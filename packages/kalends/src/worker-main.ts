import type { FromWorker } from "./workers/messages.ts";
import { runWorker } from "./workers/run-worker.ts";

// The primary gets them, too, or alone, and says what is to be done.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
// A full disk where the log goes is no reason to stop.
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

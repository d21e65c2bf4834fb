import { setFlagsFromString } from "node:v8";
import { runCommandLine } from "./command-line.ts";

const LEFTOVER_MS = 1000;
/** Commands go through all records and keep none: by itself the heap would grow to many times of what is in use. */
const SMALL_HEAP = "--heap-growing-percent=20";
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = (): void => {
      // Without listeners a second signal ends the process at once.
      for (const signal of SIGNALS) process.removeListener(signal, stop);
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, stop);
  });

// The reader of the output may go (`kalends serve | head`): that is no reason to stop.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
// Nor is a full disk where warnings go.
process.stderr.on("error", () => undefined);

const { env, stdin, stdout, stderr } = process;
const args = process.argv.slice(2);
if (args[0] !== "serve") setFlagsFromString(SMALL_HEAP);
process.exitCode = await runCommandLine(args, { env, stdin, stdout, stderr, untilStopped });
// Everything is closed by now; whatever still keeps the process alive does not get to.
setTimeout(() => process.exit(), LEFTOVER_MS).unref();

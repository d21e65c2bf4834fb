import { setFlagsFromString } from "node:v8";
import { runCommandLine } from "./command-line.ts";

const LEFTOVER_MS = 1000;
/**
 * Keeps the heap small. Commands read all records but keep none, and the default heap would grow to many
 * times the memory in use.
 */
const SMALL_HEAP = "--heap-growing-percent=20";
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = (): void => {
      // Without listeners, a second signal ends the process immediately.
      for (const signal of SIGNALS) process.removeListener(signal, stop);
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, stop);
  });

// The program that reads the output may exit (`kalends serve | head`); the server continues.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
// A full disk behind standard error must not stop the process either.
process.stderr.on("error", () => undefined);

const { env, stdin, stdout, stderr } = process;
const args = process.argv.slice(2);
if (args[0] !== "serve") setFlagsFromString(SMALL_HEAP);
process.exitCode = await runCommandLine(args, { env, stdin, stdout, stderr, untilStopped });
// Everything is closed by now. Handles that are still open must not keep the process alive.
setTimeout(() => process.exit(), LEFTOVER_MS).unref();

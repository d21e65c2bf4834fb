import { setFlagsFromString } from "node:v8";
import { runCommandLine } from "./command-line.ts";

const LEFTOVER_MS = 1000;
/**
 * V8 option that keeps the heap small. Commands read all records but hold few of them. By default, the heap
 * would grow to many times the memory in use.
 */
const SMALL_HEAP = "--heap-growing-percent=20";
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = (): void => {
      // Remove the listeners, so that a second signal ends the process immediately.
      for (const signal of SIGNALS) process.removeListener(signal, stop);
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, stop);
  });

// Keep running if the program that reads the output ends, as in `kalends serve | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
// Keep running if standard error cannot be written, for example to a full disk.
process.stderr.on("error", () => undefined);

const { env, stdin, stdout, stderr } = process;
const args = process.argv.slice(2);
if (args[0] !== "serve") setFlagsFromString(SMALL_HEAP);
process.exitCode = await runCommandLine(args, { env, stdin, stdout, stderr, untilStopped });
// Exit even if handles are still open: the command has already closed everything that it opened.
setTimeout(() => process.exit(), LEFTOVER_MS).unref();

import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const KALENDS = fileURLToPath(import.meta.resolve("kalends/bin/kalends.js"));

/** A server in a process of its own. */
export interface Running {
  readonly url: string;
  /** Milliseconds from its start to the first answer. */
  readonly startedIn: number;
  /** Resident memory in MiB. */
  residentMemory(): number;
  /** The most that it ever was, in MiB. */
  peakMemory(): number;
  /** Processor time spent so far, of all its threads, in microseconds; told by the system in steps of 10,000. */
  processorTime(): number;
  /** What it told about itself. */
  readonly told: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** Runs a command of the `kalends` command line. */
export const kalends = (args: readonly string[], environment: NodeJS.ProcessEnv): string =>
  execFileSync(process.execPath, [KALENDS, ...args], { env: environment, encoding: "utf8" });

/** Starts `kalends serve` on a free port. */
export const startKalends = async (environment: NodeJS.ProcessEnv): Promise<Running> => {
  const begun = performance.now();
  const child = spawn(process.execPath, [KALENDS, "serve"], {
    env: { ...environment, KALENDS_PORT: "0", KALENDS_LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`kalends serve ended with ${code}`)));
  });
  await (await fetch(`${url}/wp-json/tribe/events/v1/events`)).arrayBuffer();
  return running(child, url, performance.now() - begun, {});
};

/** Starts a script beside this one, which sends the port that it listens on. */
export const startScript = async (name: string, args: readonly string[]): Promise<Running> => {
  const begun = performance.now();
  const child = fork(fileURLToPath(new URL(`./${name}.js`, import.meta.url)), args);
  const told = await new Promise<{ readonly port: number }>((resolve, reject) => {
    // The scripts send one message of this form.
    child.once("message", (message) => resolve(message as { readonly port: number }));
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code}`)));
  });
  return running(child, `http://127.0.0.1:${told.port}`, performance.now() - begun, { ...told });
};

/** A line of what the system tells about a process, in MiB. */
const memoryOf = (child: ChildProcess, line: "VmRSS" | "VmHWM"): number => {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`^${line}:\\s+(\\d+)`, "m").exec(status)?.[1]) / 1024);
};

const running = (
  child: ChildProcess,
  url: string,
  startedIn: number,
  told: Readonly<Record<string, unknown>>,
): Running => ({
  url,
  startedIn,
  told,
  residentMemory: () => memoryOf(child, "VmRSS"),
  peakMemory: () => memoryOf(child, "VmHWM"),
  processorTime: () => {
    // The fields after the name of the command, which is in parentheses; 100 ticks a second.
    const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  },
  stop: () =>
    new Promise((resolve) => {
      child.once("exit", () => resolve());
      child.kill("SIGTERM");
    }),
});

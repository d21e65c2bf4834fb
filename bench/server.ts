import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const KALENDS: string = fileURLToPath(import.meta.resolve("kalends/bin/kalends.js"));
const NAMESPACE = "/wp-json/tribe/events/v1";

/** Server in a separate process, possibly with child processes. */
export interface Running {
  /** URL to which the paths of requests are appended. */
  readonly url: string;
  /** Milliseconds from the start of the process to the first response. */
  readonly startedIn: number;
  /** Returns the number of child processes of the server. */
  workers(): number;
  /** Returns the current resident memory of the server in MiB. */
  residentMemory(): number;
  /** Returns the peak resident memory of the server in MiB. */
  peakMemory(): number;
  /** Returns the processor time that all threads and child processes have used so far, in microseconds. */
  processorTime(): number;
  /**
   * Adds a period to the evaluation of the CPU profile. Times are microseconds of the monotonic clock. Only
   * servers with a profile have this method.
   */
  profile?(begun: number, ended: number): void;
  stop(): Promise<void>;
}

/** Resources that a finished `kalends` command used. */
interface Ran {
  readonly seconds: number;
  readonly processorSeconds: number;
}

/** Environment that disables all plugins. Variables of the caller override it. */
const WITHOUT_PLUGINS = { KALENDS_PLUGINS: "none" } as const;

/** Runs a `kalends` command to its end and returns the resources that it used. */
export const kalends = (args: readonly string[], environment: NodeJS.ProcessEnv): Ran => {
  const [begun, used] = [performance.now(), endedChildren()];
  execFileSync(process.execPath, [KALENDS, ...args], {
    env: { ...WITHOUT_PLUGINS, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { seconds: (performance.now() - begun) / 1000, processorSeconds: endedChildren() - used };
};

/** Returns the processor time of all child processes that have ended, in seconds. */
const endedChildren = (): number => {
  // The name of the command is in parentheses and may contain spaces. The fields after it are in clock ticks,
  // 100 per second.
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
};

/** Starts `kalends serve` on a free port. `nodeOptions` are command-line options of Node.js. */
export const startKalends = async (
  environment: NodeJS.ProcessEnv,
  nodeOptions: readonly string[] = [],
): Promise<Running> => {
  const begun = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, KALENDS, "serve"], {
    env: { ...WITHOUT_PLUGINS, ...environment, KALENDS_PORT: "0", KALENDS_LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const origin = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`kalends serve ended with ${code}`)));
  });
  const url = origin + NAMESPACE;
  await (await fetch(`${url}/events`)).arrayBuffer();
  return running(child, url, performance.now() - begun);
};

/** Starts a script of this folder as a server. The script sends its port as a message. */
export const startScript = async (name: string, args: readonly string[]): Promise<Running> => {
  const begun = performance.now();
  const child = fork(fileURLToPath(new URL(`./${name}.js`, import.meta.url)), args);
  const { port } = await new Promise<{ readonly port: number }>((resolve, reject) => {
    // Cast: the only message that the scripts send has this form.
    child.once("message", (message) => resolve(message as { readonly port: number }));
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code}`)));
  });
  return running(child, `http://127.0.0.1:${port}`, performance.now() - begun);
};

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").map(Number).filter(Boolean);

/** Returns the ids of the process and of its child processes. */
const familyOf = (child: ChildProcess): readonly number[] => {
  if (child.pid === undefined) throw new Error("the server has not started");
  return [child.pid, ...childrenOf(child.pid)];
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Returns a memory value of a process from `/proc`, in MiB. */
const memoryOf = (pid: number, line: "VmRSS" | "VmHWM"): number => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`^${line}:\\s+(\\d+)`, "m").exec(status)?.[1]) / 1024);
};

/** Returns the time that all threads of the process have run, in nanoseconds. */
const timeOf = (pid: number): number =>
  sum(
    readdirSync(`/proc/${pid}/task`).map((thread) => {
      try {
        return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
      } catch {
        // The thread ended after its folder was listed.
        return 0;
      }
    }),
  );

const running = (child: ChildProcess, url: string, startedIn: number): Running => ({
  url,
  startedIn,
  workers: () => familyOf(child).length - 1,
  residentMemory: () => sum(familyOf(child).map((pid) => memoryOf(pid, "VmRSS"))),
  peakMemory: () => sum(familyOf(child).map((pid) => memoryOf(pid, "VmHWM"))),
  processorTime: () => sum(familyOf(child).map(timeOf)) / 1000,
  stop: () =>
    new Promise((resolve) => {
      child.once("exit", () => resolve());
      child.kill("SIGTERM");
    }),
});

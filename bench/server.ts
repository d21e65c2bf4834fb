import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const KALENDS: string = fileURLToPath(import.meta.resolve("kalends/bin/kalends.js"));
const NAMESPACE = "/wp-json/tribe/events/v1";

/** A server in a separate process, possibly with child processes. */
export interface Running {
  /** URL before the requested paths. */
  readonly url: string;
  /** Milliseconds from the start to the first response. */
  readonly startedIn: number;
  /** Returns the number of child processes. */
  workers(): number;
  /** Returns the resident memory in MiB. */
  residentMemory(): number;
  /** Returns the peak memory in MiB. */
  peakMemory(): number;
  /** Returns the processor time so far, of all threads and child processes, in microseconds. */
  processorTime(): number;
  /**
   * Marks the measured time of a profile, in microseconds of the monotonic clock. Only present in profiled
   * servers.
   */
  profile?(begun: number, ended: number): void;
  stop(): Promise<void>;
}

/** Resources that a `kalends` command used. */
interface Ran {
  readonly seconds: number;
  readonly processorSeconds: number;
}

/** Measures the calendar without plugins, unless the environment names some. */
const WITHOUT_PLUGINS = { KALENDS_PLUGINS: "none" } as const;

/** Runs a `kalends` command. */
export const kalends = (args: readonly string[], environment: NodeJS.ProcessEnv): Ran => {
  const [begun, used] = [performance.now(), endedChildren()];
  execFileSync(process.execPath, [KALENDS, ...args], {
    env: { ...WITHOUT_PLUGINS, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { seconds: (performance.now() - begun) / 1000, processorSeconds: endedChildren() - used };
};

/** Returns the seconds of processor time of ended child processes. */
const endedChildren = (): number => {
  // Fields after the name of the command, which is in parentheses; 100 ticks per second.
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
};

/** Starts `kalends serve` on a free port. `nodeOptions` precede the command. */
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

/** Starts a script of this folder, which reports the port it listens on. */
export const startScript = async (name: string, args: readonly string[]): Promise<Running> => {
  const begun = performance.now();
  const child = fork(fileURLToPath(new URL(`./${name}.js`, import.meta.url)), args);
  const { port } = await new Promise<{ readonly port: number }>((resolve, reject) => {
    // Cast: the scripts send one message of this form.
    child.once("message", (message) => resolve(message as { readonly port: number }));
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code}`)));
  });
  return running(child, `http://127.0.0.1:${port}`, performance.now() - begun);
};

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").map(Number).filter(Boolean);

/** Returns the ids of a process and its children. */
const familyOf = (child: ChildProcess): readonly number[] => {
  if (child.pid === undefined) throw new Error("the server has not started");
  return [child.pid, ...childrenOf(child.pid)];
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Returns a line of the system's process status, in MiB. */
const memoryOf = (pid: number, line: "VmRSS" | "VmHWM"): number => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`^${line}:\\s+(\\d+)`, "m").exec(status)?.[1]) / 1024);
};

/** Returns the nanoseconds that the threads of a process have run. */
const timeOf = (pid: number): number =>
  sum(
    readdirSync(`/proc/${pid}/task`).map((thread) => {
      try {
        return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
      } catch {
        // The thread has ended meanwhile.
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

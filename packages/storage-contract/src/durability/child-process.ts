import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { TaskName } from "./durable-tasks.ts";

const SCRIPT = fileURLToPath(new URL("./durable-child.js", import.meta.url));

/**
 * Time limit in milliseconds for a test that starts other processes. A process that is still running then is
 * killed.
 */
export const LONG_WITH_PROCESSES = 60_000;
const MAX_WAIT_MS = 50_000;

/** Another process that has opened the same store. */
interface Child {
  /** Starts the task of the process. */
  begin(): void;
  /**
   * Waits until the process has reported at least `count` values. Returns all values reported so far. Rejects
   * if the process ends before.
   */
  reported(count: number): Promise<readonly string[]>;
  /** Waits until the process has ended. Returns all reported values. Rejects if the process failed. */
  ended(): Promise<readonly string[]>;
  /** Kills the process without cleanup. Returns all reported values. */
  kill(): Promise<readonly string[]>;
}

/** Starts a process for a task. Resolves when the process has opened the store. */
const startChild = async (
  opener: URL,
  place: string,
  task: TaskName,
  first: number,
  count: number,
): Promise<Child> => {
  const child = spawn(process.execPath, [SCRIPT, opener.href, place, task, String(first), String(count)], {
    stdio: ["pipe", "pipe", "pipe"],
    timeout: MAX_WAIT_MS,
    killSignal: "SIGKILL",
  });
  const lines: string[] = [];
  let errors = "";
  let wake = (): void => undefined;
  child.stdin.on("error", () => undefined); // the child has ended; its exit reports the error
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const reader = createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    wake();
  });
  const exit = Promise.all([once(child, "exit"), once(reader, "close")]).finally(() => wake());
  let isGone = false;
  const gone = exit.then(([[code, signal]]) => {
    isGone = true;
    wake();
    return { code, signal };
  });

  const reported = async (number: number): Promise<readonly string[]> => {
    while (lines.length < number) {
      if (isGone) throw new Error(`The process ended too early: ${errors}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return lines.slice(1);
  };

  await reported(1);
  return {
    begin: () => child.stdin.end("begin\n"),
    reported: (number) => reported(number + 1),
    async ended() {
      const { code, signal } = await gone;
      if (code !== 0) throw new Error(`The process ended with ${code ?? signal}: ${errors}`);
      return lines.slice(1);
    },
    async kill() {
      child.kill("SIGKILL");
      await gone;
      return lines.slice(1);
    },
  };
};

/**
 * Runs a task in three processes at the same time. Each process gets a different first number: 1001, 2001 or
 * 3001. Returns all reported values.
 */
export const runInThreeProcesses = async (
  opener: URL,
  place: string,
  task: TaskName,
  count: number,
): Promise<readonly string[]> => {
  const children: Child[] = [];
  try {
    for (const first of [1001, 2001, 3001])
      children.push(await startChild(opener, place, task, first, count));
    for (const child of children) child.begin();
    return (await Promise.all(children.map((child) => child.ended()))).flat();
  } finally {
    await Promise.all(children.map((child) => child.kill()));
  }
};

/** Kills a process when its task has reported this number of values. Returns all reported values. */
export const runUntil = async (
  count: number,
  opener: URL,
  place: string,
  task: TaskName,
  first = 0,
): Promise<readonly string[]> => {
  const child = await startChild(opener, place, task, first, 0);
  child.begin();
  try {
    await child.reported(count);
  } finally {
    await child.kill();
  }
  return child.kill();
};

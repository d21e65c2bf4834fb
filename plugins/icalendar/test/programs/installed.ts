import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** Python of the operating system. The tested programs are installed as packages of it. */
const PYTHON = "/usr/bin/python3";

const isInstalled = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: "ignore" }).status === 0;

/** Programs of these tests. The value is true if the program is not installed. */
export const MISSING: Readonly<Record<"khal" | "vdirsyncer" | "icalendar", boolean>> = {
  khal: !isInstalled("khal", "--version"),
  vdirsyncer: !isInstalled("vdirsyncer", "--version"),
  icalendar: !isInstalled(PYTHON, "-c", "import icalendar"),
};

/**
 * Returns the output of a program; rejects with its error output. Its home is the folder and its zone is UTC.
 */
export const run = async (folder: string, command: string, args: readonly string[]): Promise<string> => {
  const { PATH } = process.env;
  const env = { PATH, HOME: folder, TZ: "UTC", LC_ALL: "C.UTF-8", NO_PROXY: "127.0.0.1" };
  const { stdout } = await execute(command, args, { cwd: folder, env, maxBuffer: 2 ** 26 });
  return stdout;
};

/** Runs a Python program and returns its parsed JSON output. */
export const runPython = async (
  folder: string,
  program: string,
  ...args: readonly string[]
): Promise<unknown> => JSON.parse(await run(folder, PYTHON, ["-c", program, ...args]));

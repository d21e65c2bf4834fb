import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** That of the system, which has what its packages bring. */
const PYTHON = "/usr/bin/python3";

const isThere = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: "ignore" }).status === 0;

/** Which of the programs are not installed. */
export const MISSING: Readonly<Record<"khal" | "vdirsyncer" | "icalendar", boolean>> = {
  khal: !isThere("khal", "--version"),
  vdirsyncer: !isThere("vdirsyncer", "--version"),
  icalendar: !isThere(PYTHON, "-c", "import icalendar"),
};

/** What a program prints; rejects with what it says of an error. Its home is the folder, its zone UTC. */
export const run = async (folder: string, command: string, args: readonly string[]): Promise<string> => {
  const { PATH } = process.env;
  const env = { PATH, HOME: folder, TZ: "UTC", LC_ALL: "C.UTF-8", NO_PROXY: "127.0.0.1" };
  const { stdout } = await execute(command, args, { cwd: folder, env, maxBuffer: 2 ** 26 });
  return stdout;
};

/** What a program in Python prints, as JSON. */
export const runPython = async (
  folder: string,
  program: string,
  ...args: readonly string[]
): Promise<unknown> => JSON.parse(await run(folder, PYTHON, ["-c", program, ...args]));

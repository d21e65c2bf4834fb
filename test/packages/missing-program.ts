import { spawnSync } from "node:child_process";

/** True if the program cannot be run on this machine. */
export const isMissing = (program: string): boolean =>
  spawnSync(program, ["--version"], { stdio: "ignore" }).error !== undefined;

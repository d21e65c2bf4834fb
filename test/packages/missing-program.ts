import { spawnSync } from "node:child_process";

/** True if no program of that name can be run here. */
export const isMissing = (program: string): boolean =>
  spawnSync(program, ["--version"], { stdio: "ignore" }).error !== undefined;

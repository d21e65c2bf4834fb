// `npm start` builds first; an installation without the development dependencies (`npm prune --omit=dev`) runs what was built before.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

if (existsSync(new URL("../node_modules/typescript", import.meta.url))) {
  const { status } = spawnSync(process.execPath, [process.env.npm_execpath, "run", "--silent", "build"], {
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}

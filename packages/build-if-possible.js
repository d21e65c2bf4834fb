// `npm start` builds first. Without the development dependencies (`npm prune --omit=dev`), it runs the
// existing build.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

if (existsSync(new URL("../node_modules/typescript", import.meta.url))) {
  const { status } = spawnSync(process.execPath, [process.env.npm_execpath, "run", "--silent", "build"], {
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}

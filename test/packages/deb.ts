/** Builds the Debian package into the given folder, or into `dist`. */
import { join, resolve } from "node:path";
import { buildDebianPackage, debianPackageObstacle } from "./debian-package.ts";
import { ROOT } from "./published-packages.ts";

const [target] = process.argv.slice(2);
const obstacle = debianPackageObstacle();
if (obstacle !== undefined) {
  console.error(`Nothing was built: ${obstacle}.`);
  process.exitCode = 1;
} else {
  // npm runs scripts in the project's folder; `INIT_CWD` is the caller's.
  const folder = target === undefined ? join(ROOT, "dist") : resolve(process.env.INIT_CWD ?? ".", target);
  console.log(await buildDebianPackage({ folder }));
}

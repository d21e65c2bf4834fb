/** Builds the Debian package into the given folder, by default into `dist`. */
import { join, resolve } from "node:path";
import { buildDebianPackage, debianPackageObstacle } from "./debian-package.ts";
import { ROOT } from "./published-packages.ts";

const [target] = process.argv.slice(2);
const obstacle = debianPackageObstacle();
if (obstacle !== undefined) {
  console.error(`Nothing was built: ${obstacle}.`);
  process.exitCode = 1;
} else {
  // npm runs scripts in the folder of the project. `INIT_CWD` is the folder in which the user called npm.
  const folder = target === undefined ? join(ROOT, "dist") : resolve(process.env.INIT_CWD ?? ".", target);
  console.log(await buildDebianPackage({ folder }));
}

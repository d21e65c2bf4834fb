/** Builds the Debian package, into the folder that is named, else into `dist`. */
import { join, resolve } from "node:path";
import { buildDebianPackage, debianPackageObstacle } from "./debian-package.ts";
import { ROOT } from "./published-packages.ts";

const [target] = process.argv.slice(2);
const obstacle = debianPackageObstacle();
if (obstacle !== undefined) {
  console.error(`Nothing was built: ${obstacle}.`);
  process.exitCode = 1;
} else {
  // npm runs scripts in the folder of the project, whoever calls them from wherever.
  const folder = target === undefined ? join(ROOT, "dist") : resolve(process.env.INIT_CWD ?? ".", target);
  console.log(await buildDebianPackage({ folder }));
}

/** Packs the published packages into the given folder. */
import { resolve } from "node:path";
import { packPublished } from "./published-packages.ts";

const [target] = process.argv.slice(2);
if (target === undefined) {
  console.error("Name the folder for the tarballs: npm run pack -- FOLDER");
  process.exitCode = 2;
} else {
  // npm runs scripts in the folder of the project. `INIT_CWD` is the folder in which the user called npm.
  const tarballs = await packPublished(resolve(process.env.INIT_CWD ?? ".", target));
  for (const tarball of tarballs.values()) console.log(tarball);
}

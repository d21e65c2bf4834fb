/** Packs the published packages into the given folder. */
import { resolve } from "node:path";
import { packPublished } from "./published-packages.ts";

const [target] = process.argv.slice(2);
if (target === undefined) {
  console.error("Name the folder for the tarballs: npm run pack -- FOLDER");
  process.exitCode = 2;
} else {
  // npm runs scripts in the project's folder; `INIT_CWD` is the caller's.
  const tarballs = await packPublished(resolve(process.env.INIT_CWD ?? ".", target));
  for (const tarball of tarballs.values()) console.log(tarball);
}

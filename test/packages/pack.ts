/** Packs what is published into the folder that is named. */
import { resolve } from "node:path";
import { packPublished } from "./published-packages.ts";

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error("Name the folder for the tarballs.");
// npm runs scripts in the folder of the project, whoever calls them from wherever.
const tarballs = await packPublished(resolve(process.env.INIT_CWD ?? ".", target));
for (const tarball of tarballs.values()) console.log(tarball);

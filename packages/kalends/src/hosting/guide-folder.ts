import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Returns the folder of the documentation that `npm run docs` builds; `undefined` if it is not built, and outside of the repository. */
export const findGuideFolder = (): string | undefined => {
  const folder = new URL("../../../../docs/dist/", import.meta.url);
  // Where the package is installed, a package with this name could lie there.
  if (folder.pathname.includes("/node_modules/")) return undefined;
  return existsSync(new URL("index.html", folder)) ? fileURLToPath(folder) : undefined;
};

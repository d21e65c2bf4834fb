import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Returns the folder of the documentation that `npm run docs` builds. Returns `undefined` if the folder does
 * not exist, and outside of the repository.
 */
export const findGuideFolder = (): string | undefined => {
  const folder = new URL("../../../../docs/dist/", import.meta.url);
  // In an installed package, another package could have this folder name.
  if (folder.pathname.includes("/node_modules/")) return undefined;
  return existsSync(new URL("index.html", folder)) ? fileURLToPath(folder) : undefined;
};

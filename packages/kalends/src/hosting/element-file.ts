import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/**
 * Reads the script file of the element `<kalends-calendar>`. Returns `undefined` if the package is not
 * installed or not built.
 */
export const readElementFile = async (): Promise<Uint8Array | undefined> => {
  try {
    return await readFile(fileURLToPath(import.meta.resolve("@kalends/element/kalends-calendar.js")));
  } catch {
    return undefined;
  }
};

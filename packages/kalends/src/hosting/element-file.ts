import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** Reads the script of `<kalends-calendar>`. Returns `undefined` if it is not installed or not built. */
export const readElementFile = async (): Promise<Uint8Array | undefined> => {
  try {
    return await readFile(fileURLToPath(import.meta.resolve("@kalends/element/kalends-calendar.js")));
  } catch {
    return undefined;
  }
};

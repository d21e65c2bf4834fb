import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** The script of `<kalends-calendar>`; `undefined` where it is not installed, or not built. */
export const readElementFile = async (): Promise<Uint8Array | undefined> => {
  try {
    return await readFile(fileURLToPath(import.meta.resolve("@kalends/element/kalends-calendar.js")));
  } catch {
    return undefined;
  }
};

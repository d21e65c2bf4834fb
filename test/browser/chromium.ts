import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns the path of Chromium, from the environment variable `CHROMIUM` or from `PATH`; `undefined` if there
 * is none.
 */
export const findChromium = (): string | undefined => {
  const { CHROMIUM, PATH = "" } = process.env;
  const candidates = ["chromium", "chromium-browser", "google-chrome"].flatMap((name) =>
    PATH.split(delimiter).map((folder) => join(folder, name)),
  );
  return (CHROMIUM === undefined || CHROMIUM === "" ? candidates : [CHROMIUM]).find(isExecutable);
};

/** Starts headless Chromium; as root without its sandbox, which root cannot use. */
export const launchChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ["--disable-dev-shm-usage", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });

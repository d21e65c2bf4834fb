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
 * Returns the path of a Chromium executable. Uses the environment variable `CHROMIUM`, then searches `PATH`.
 * Returns `undefined` if none is found.
 */
export const findChromium = (): string | undefined => {
  const { CHROMIUM, PATH = "" } = process.env;
  const candidates = ["chromium", "chromium-browser", "google-chrome"].flatMap((name) =>
    PATH.split(delimiter).map((folder) => join(folder, name)),
  );
  return (CHROMIUM === undefined || CHROMIUM === "" ? candidates : [CHROMIUM]).find(isExecutable);
};

/**
 * Starts Chromium without a window. If the tests run as root, its sandbox is switched off, because Chromium
 * refuses it for root.
 */
export const launchChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ["--disable-dev-shm-usage", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });

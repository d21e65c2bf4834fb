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

/** Where Chromium is: as the environment variable `CHROMIUM` says, else on the path; `undefined`: nowhere. */
export const findChromium = (): string | undefined => {
  const { CHROMIUM, PATH = "" } = process.env;
  const candidates = ["chromium", "chromium-browser", "google-chrome"].flatMap((name) =>
    PATH.split(delimiter).map((folder) => join(folder, name)),
  );
  return (CHROMIUM === undefined || CHROMIUM === "" ? candidates : [CHROMIUM]).find(isExecutable);
};

/** Without a window; without its sandbox for root, who cannot have one. */
export const launchChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ["--disable-dev-shm-usage", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });

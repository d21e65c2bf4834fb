import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { VERSION } from "../version.ts";

/** A package that compiles and whose test passes; in its files and their names stand these instead of name and version. */
const TEMPLATE = fileURLToPath(new URL("../../template", import.meta.url));
const TEMPLATE_VERSION = "0.0.0";

const personalize = (text: string, name: string): string => {
  const identifier = name.replaceAll("-", "_");
  return text
    .replaceAll("my-plugin", name)
    .replaceAll("my_plugin", identifier)
    .replaceAll("MY_PLUGIN", identifier.toUpperCase())
    .replaceAll(TEMPLATE_VERSION, VERSION);
};

/** Writes the package of a new plugin to a folder. */
export const writeNewPlugin = (folder: string, name: string): void => {
  cpSync(TEMPLATE, folder, { recursive: true });
  // Packages are published without files of the other name.
  renameSync(join(folder, "gitignore"), join(folder, ".gitignore"));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    writeFileSync(path, personalize(readFileSync(path, "utf8"), name));
    renameSync(path, join(entry.parentPath, personalize(entry.name, name)));
  }
};

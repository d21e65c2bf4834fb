// Runs before packing. Copies the files of Swagger UI into this package, so that applications do not install
// Swagger UI with its dependencies.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const source = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const target = fileURLToPath(new URL("swagger-ui", import.meta.url));
const versionIn = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;

// The copy is prepared in another folder and renamed, because a running server may read the target at any
// moment.
if (!existsSync(target) || versionIn(target) !== versionIn(source)) {
  const draft = `${target}-${process.pid}`;
  mkdirSync(draft);
  for (const name of [
    "LICENSE",
    "NOTICE",
    "package.json",
    "swagger-ui.css",
    "swagger-ui-bundle.js",
    "swagger-ui-bundle.js.LICENSE.txt",
  ]) {
    copyFileSync(join(source, name), join(draft, name));
  }
  if (existsSync(target) && versionIn(target) !== versionIn(source)) rmSync(target, { recursive: true });
  try {
    renameSync(draft, target);
  } catch (error) {
    // Another process that packs at the same time finished first; its copy is the same.
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    rmSync(draft, { recursive: true });
  }
}

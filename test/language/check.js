// Checks the language of comments, names and documentation. `npm run lint` runs it. The rules are in
// CONTRIBUTING.md#language.
// An argument names a folder to check instead of the project.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { ALLOWED } from "./allowed.js";
import { findInDocument } from "./document.js";
import { findInSource } from "./source.js";

const ROOT = resolve(process.argv[2] ?? fileURLToPath(new URL("../..", import.meta.url)));
const SKIPPED = new Set(["node_modules", "dist", ".git", "adapter", "swagger-ui"]);

/** Yields the paths of all files in a folder that people write, relative to the root of the project. */
function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue;
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield relative(ROOT, path).split(sep).join("/");
  }
}

const finder = (path) => {
  if (/\.(?:[cm]?js|tsx?)$/.test(path)) return findInSource;
  return path.endsWith(".md") ? findInDocument : undefined;
};

const isAllowed = (path, rule) =>
  ALLOWED.some(([folder, ...rules]) => path.startsWith(folder) && rules.includes(rule));

let failures = 0;
const unused = new Set(ALLOWED.map(([folder]) => folder).filter((folder) => existsSync(`${ROOT}/${folder}`)));
for (const path of filesBelow(ROOT)) {
  const find = finder(path);
  if (find === undefined) continue;
  for (const { rule, line, message } of find(readFileSync(`${ROOT}/${path}`, "utf8"))) {
    for (const [folder] of ALLOWED) if (path.startsWith(folder)) unused.delete(folder);
    if (isAllowed(path, rule)) continue;
    failures += 1;
    console.error(`${path}:${line}: ${message}`);
  }
}
for (const folder of unused) {
  failures += 1;
  console.error(`test/language/allowed.js: "${folder}" has no more findings. Remove it from the list.`);
}
if (failures > 0) process.exitCode = 1;

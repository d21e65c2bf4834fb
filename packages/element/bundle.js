// Writes `dist/kalends-calendar.js`, one file for one script tag. It takes a moment, so it is not asked whether sources are newer; what has
// not changed is not written, for it may be served right now.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = fileURLToPath(new URL(".", import.meta.url));
const { name, version, license } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));

const { outputFiles } = await build({
  absWorkingDir: folder,
  entryPoints: ["src/register.ts"],
  outfile: "dist/kalends-calendar.js",
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2022"],
  // Beside it and not named in it: it is not published.
  sourcemap: "external",
  banner: { js: `/*! ${name} ${version} | ${license} */` },
  write: false,
});
for (const { path, contents } of outputFiles) {
  if (existsSync(path) && readFileSync(path).equals(contents)) continue;
  // As a whole or not at all: another process may read it.
  writeFileSync(`${path}.${process.pid}`, contents);
  renameSync(`${path}.${process.pid}`, path);
}

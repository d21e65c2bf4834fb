// Writes `dist/kalends-calendar.js`: the element in one file, for one script tag. Always bundles, because
// bundling takes only a moment. Does not write unchanged files, because a server may be reading them.
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
  // Creates a separate source map, which the script does not reference because it is not published.
  sourcemap: "external",
  banner: { js: `/*! ${name} ${version} | ${license} */` },
  write: false,
});
for (const { path, contents } of outputFiles) {
  if (existsSync(path) && readFileSync(path).equals(contents)) continue;
  // Writes to a temporary file and renames it, so that other processes never read an incomplete file.
  writeFileSync(`${path}.${process.pid}`, contents);
  renameSync(`${path}.${process.pid}`, path);
}

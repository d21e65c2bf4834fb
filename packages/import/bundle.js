// Writes libraries into the modules of `dist/libraries`, in place of what `tsc` wrote there: those for CSV bring six builds of themselves, of
// which no host needs one on its disk. It takes a moment, so it is not asked whether sources are newer.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = fileURLToPath(new URL(".", import.meta.url));
const { resolve } = createRequire(import.meta.url);

const packageOf = (name) => {
  for (let place = dirname(resolve(name)); ; place = dirname(place)) {
    const read = (file) => readFileSync(join(place, file), "utf8");
    try {
      const { name: found, version, license } = JSON.parse(read("package.json"));
      if (found === name) return { name, version, license, read };
    } catch (error) {
      if (error.code !== "ENOENT") throw error;
    }
  }
};

/** Names the libraries, with the text of their licence where they bring one. */
const noticeOf = (names) =>
  names
    .map(packageOf)
    .map(({ name, version, license, read }) => {
      const text = license === "MIT" ? read("LICENSE") : `Licence: ${license}`;
      return `/*! ${name} ${version}\n${text.replaceAll("*/", "* /")}\n*/`;
    })
    .join("\n");

for (const [module, names] of [
  ["csv", ["csv-parse", "csv-stringify"]],
  ["xml", ["saxes", "xmlchars"]],
]) {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [`src/libraries/${module}.ts`],
    outfile: `dist/libraries/${module}.js`,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: ["node20"],
    banner: { js: noticeOf(names) },
    write: false,
  });
  for (const { path, contents } of outputFiles) {
    if (readFileSync(path).equals(contents)) continue;
    // As a whole or not at all: another process may read it.
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
}

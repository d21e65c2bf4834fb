// Writes libraries into the modules of `dist/libraries`, in place of what `tsc` wrote there: chrono-node brings its sources and two builds
// for sixteen languages, those for CSV six builds, of which no host needs one on its disk. It takes a moment, so it is not asked whether
// sources are newer.
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const packages = fileURLToPath(new URL(".", import.meta.url));
const { resolve } = createRequire(import.meta.url);

const licenceIn = (place) => {
  const name = readdirSync(place).find((one) => /^licen[cs]e\b/i.test(one));
  return name && readFileSync(join(place, name), "utf8");
};

const packageOf = (name) => {
  for (let place = dirname(resolve(name)); ; place = dirname(place)) {
    try {
      const { name: found, version, license } = JSON.parse(readFileSync(join(place, "package.json"), "utf8"));
      if (found === name) return { name, version, license, text: licenceIn(place) };
    } catch (error) {
      if (error.code !== "ENOENT") throw error;
    }
  }
};

/** Names the libraries, with the text of their licence where they bring one. */
const noticeOf = (names) =>
  names
    .map(packageOf)
    .map(
      ({ name, version, license, text = `Licence: ${license}` }) =>
        `/*! ${name} ${version}\n${text.replaceAll("*/", "* /")}\n*/`,
    )
    .join("\n");

/** For the modules of Node in libraries that are no ES modules. */
const REQUIRE = `import { createRequire } from "node:module";const require = createRequire(import.meta.url);`;

for (const [folder, module, names] of [
  ["core", "free-text-dates", ["chrono-node"]],
  ["import", "csv", ["csv-parse", "csv-stringify"]],
  ["import", "xml", ["saxes", "xmlchars"]],
  ["kalends", "limits", ["rate-limiter-flexible"]],
  ["kalends", "metrics", ["prom-client", "tdigest", "bintrees", "@opentelemetry/api"]],
]) {
  const { outputFiles } = await build({
    absWorkingDir: join(packages, folder),
    entryPoints: [`src/libraries/${module}.ts`],
    outfile: `dist/libraries/${module}.js`,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: ["node20"],
    banner: { js: noticeOf(names) + (folder === "kalends" ? `\n${REQUIRE}` : "") },
    write: false,
  });
  for (const { path, contents } of outputFiles) {
    if (readFileSync(path).equals(contents)) continue;
    // As a whole or not at all: another process may read it.
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
}

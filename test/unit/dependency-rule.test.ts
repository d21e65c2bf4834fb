import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const BIOME = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");

/** Rows of folder and import, and true if the dependency rule allows the import. */
const TABLE: readonly (readonly [folder: string, imported: string, allowed: boolean])[] = [
  ["packages/core", "node:fs", false],
  ["packages/core", "fs/promises", false],
  ["packages/core", "koa", false],
  ["packages/core", "better-sqlite3", false],
  ["packages/core", "@kalends/http", false],
  ["packages/core", "@kalends/core/storage", false],
  ["packages/core", "@kalends/core/interface", false],
  ["packages/core", "moment-timezone", true],
  ["packages/store-sqlite", "@kalends/core", true],
  ["packages/store-sqlite", "@kalends/core/storage", true],
  ["packages/store-sqlite", "@kalends/core/interface", false],
  ["packages/store-sqlite", "@kalends/core/internals", false],
  ["packages/store-sqlite", "@kalends/http", false],
  ["packages/store-sqlite", "@kalends/accounts", false],
  ["packages/store-mongodb", "@kalends/core", true],
  ["packages/store-mongodb", "@kalends/store-sqlite", false],
  ["packages/http", "@kalends/core", true],
  ["packages/http", "@kalends/core/interface", true],
  ["packages/http", "@kalends/core/storage", false],
  ["packages/http", "@kalends/core/plugin", false],
  ["packages/http", "@kalends/core/internals", false],
  ["packages/http", "@kalends/store-sqlite", false],
  ["packages/http", "@kalends/media", false],
  ["packages/http", "sharp", false],
  ["packages/http", "awilix", false],
  ["packages/http", "kalends", false],
  ["packages/accounts", "@kalends/core", true],
  ["packages/accounts", "@kalends/core/storage", true],
  ["packages/accounts", "@kalends/core/accounts", true],
  ["packages/accounts", "@kalends/core/interface", false],
  ["packages/accounts", "koa", false],
  ["packages/html", "@kalends/core/plugin", false],
  ["packages/html", "@kalends/core/accounts", false],
  ["packages/mail", "@kalends/core", true],
  ["packages/mail", "@kalends/core/interface", false],
  ["packages/mail", "koa", false],
  ["packages/import", "@kalends/core", true],
  ["packages/import", "@kalends/core/storage", true],
  ["packages/import", "@kalends/core/interface", false],
  ["packages/import", "@kalends/media", false],
  ["packages/import", "koa", false],
  ["packages/media", "@kalends/core", true],
  ["packages/media", "@kalends/core/interface", false],
  ["packages/media", "@kalends/http", false],
  ["packages/media", "koa", false],
  ["packages/storage-contract", "@kalends/core/storage", true],
  ["packages/storage-contract", "@kalends/core/interface", false],
  ["packages/storage-contract", "@kalends/store-sqlite", false],
  ["packages/client", "@kalends/core", false],
  ["packages/client", "@kalends/core/plugin", false],
  ["packages/client", "@kalends/http", false],
  ["packages/client", "kalends", false],
  ["packages/client", "node:fs", false],
  ["packages/client", "koa", false],
  ["packages/element", "@kalends/core", false],
  ["packages/element", "@kalends/core/plugin", false],
  ["packages/element", "@kalends/client", false],
  ["packages/element", "node:fs", false],
  ["packages/element", "esbuild", false],
  ["packages/create-kalends", "@kalends/core", false],
  ["packages/create-kalends", "kalends", false],
  ["packages/create-kalends", "node:fs", true],
  ["packages/kalends", "create-kalends", true],
  ["packages/kalends", "@kalends/core/interface", true],
  ["packages/kalends", "@kalends/core/storage", true],
  ["packages/kalends", "@kalends/store-sqlite", true],
  ["packages/kalends", "@kalends/client", true],
  ["packages/kalends", "@kalends/store-mongodb", true],
  ["packages/kalends", "@kalends/element", true],
  ["packages/kalends", "@kalends/geolocation", false],
  ["packages/kalends", "@kalends/icalendar", false],
  ["packages/kalends", "@kalends/pages", false],
  ["plugins/sample", "@kalends/core/plugin", true],
  ["plugins/sample", "@kalends/core", false],
  ["plugins/sample", "@kalends/core/storage", false],
  ["plugins/sample", "@kalends/core/interface", false],
  ["plugins/sample", "@kalends/element", false],
  ["plugins/sample", "@kalends/pages", false],
  ["plugins/sample", "kalends", false],
  ["plugins/sample", "kalends/internals", false],
  ["plugins/sample", "@kalends/core/internals", false],
  ["plugins/sample", "@kalends/http/internals", false],
  ["plugins/sample", "@kalends/http/hosting", false],
  ["plugins/sample", "@kalends/accounts/internals", false],
  ["plugins/sample", "@kalends/media/internals", false],
  ["plugins/sample", "@kalends/store-mongodb/internals", false],
  ["plugins/sample", "node:fs", false],
  ["test", "kalends", true],
  ["test", "@kalends/core/interface", true],
  ["test", "@kalends/core/internals", true],
  ["test", "@kalends/client", true],
  ["test", "@kalends/http", true],
  ["test", "@kalends/storage-contract", true],
  ["test", "@kalends/element", true],
  ["test", "@kalends/geolocation", false],
  ["test", "@kalends/icalendar", false],
  ["test", "@kalends/pages", false],
  ["test", "awilix", false],
  ["bench", "kalends", true],
  ["bench", "@kalends/store-sqlite", true],
  ["bench", "@kalends/core", false],
  ["bench", "@kalends/core/interface", false],
  ["bench", "@kalends/http", false],
  ["bench", "kalends/internals", false],
  ["examples/sample", "kalends", true],
  ["examples/sample", "@kalends/core/plugin", true],
  ["examples/sample", "@kalends/store-sqlite", true],
  ["examples/sample", "@kalends/geolocation", true],
  ["examples/sample/test", "@kalends/storage-contract", true],
  ["examples/sample", "@kalends/core", false],
  ["examples/sample", "@kalends/core/storage", false],
  ["examples/sample", "@kalends/core/interface", false],
  ["examples/custom-storage", "@kalends/core", true],
  ["examples/custom-storage", "@kalends/core/storage", true],
  ["examples/custom-storage", "@kalends/core/interface", false],
  ["examples/custom-storage", "@kalends/http", false],
  ["examples/sample", "@kalends/http", false],
  ["examples/sample", "@kalends/http/internals", false],
  ["examples/sample", "@kalends/http/hosting", false],
  ["examples/sample", "@kalends/accounts/internals", false],
  ["examples/sample", "@kalends/media/internals", false],
  ["examples/sample", "@kalends/store-mongodb/internals", false],
  ["examples/sample", "kalends/internals", false],
  ["examples/sample", "koa", false],
];

/**
 * All packages of this project. Each workspace in these tests declares them as dependencies, so that only the
 * table can forbid an import.
 */
const OURS: Readonly<Record<string, string>> = {
  "@kalends/accounts": "*",
  "@kalends/client": "*",
  "@kalends/core": "*",
  "@kalends/element": "*",
  "@kalends/geolocation": "*",
  "@kalends/http": "*",
  "@kalends/icalendar": "*",
  "@kalends/media": "*",
  "@kalends/pages": "*",
  "@kalends/storage-contract": "*",
  "@kalends/store-mongodb": "*",
  "@kalends/store-sqlite": "*",
  kalends: "*",
};

interface LintReport {
  readonly diagnostics: readonly {
    readonly category: string;
    readonly location: { readonly path: unknown };
  }[];
}

describe("the dependency rule", () => {
  let folder: string;
  let report: LintReport;

  before(function () {
    this.timeout(60_000);
    folder = mkdtempSync(join(tmpdir(), "kalends-rule-"));
    cpSync(join(ROOT, "biome.json"), join(folder, "biome.json"));
    TABLE.forEach(([workspace, imported], row) => {
      const source = join(folder, workspace, "src");
      mkdirSync(source, { recursive: true });
      const manifest = join(workspace, "package.json");
      const { dependencies } = workspace.startsWith("packages/")
        ? JSON.parse(readFileSync(join(ROOT, manifest), "utf8"))
        : { dependencies: {} };
      const all = { ...OURS, ...dependencies };
      writeFileSync(join(folder, manifest), JSON.stringify({ dependencies: all }));
      writeFileSync(
        join(source, `row-${row}.ts`),
        `import { x } from "${imported}";\n\nexport const y: unknown = x;\n`,
      );
    });
    const { stdout } = spawnSync(
      process.execPath,
      [BIOME, "lint", "--reporter=json", "--max-diagnostics=none"],
      {
        cwd: folder,
        encoding: "utf8",
      },
    );
    report = JSON.parse(stdout);
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  TABLE.forEach(([workspace, imported, allowed], row) => {
    it(`${allowed ? "lets" : "does not let"} ${workspace} import ${imported}`, () => {
      const found = report.diagnostics.filter(({ location }) =>
        JSON.stringify(location.path).includes(`row-${row}.ts`),
      );
      expect(found.length > 0, JSON.stringify(found)).to.equal(!allowed);
    });
  });
});

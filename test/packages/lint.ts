/** Packs the published packages. Checks each tarball with publint and with "Are the types wrong?". */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { packPublished, publishedPackages, ROOT } from "./published-packages.ts";

const LINTERS = join(ROOT, "node_modules/.bin");

/** Runs a tool and returns its output if it reports a problem. */
const findings = async (tool: string, parameters: readonly string[]): Promise<string> => {
  try {
    await promisify(execFile)(join(LINTERS, tool), parameters);
    return "";
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { readonly stdout?: string; readonly stderr?: string };
    return stdout + stderr || String(error);
  }
};

const folder = mkdtempSync(join(tmpdir(), "kalends-lint-"));
try {
  const tarballs = await packPublished(folder);
  let failed = 0;
  for (const { manifest } of publishedPackages()) {
    const tarball = tarballs.get(manifest.name) ?? "";
    // Executable scripts have no types, so they are not checked.
    const programs = Object.values(manifest.bin ?? {});
    const excluded = programs.length > 0 ? ["--exclude-entrypoints", ...programs] : [];
    const found = await Promise.all([
      findings("publint", ["run", tarball, "--strict"]),
      findings("attw", [tarball, "--profile", "esm-only", "--no-emoji", "--format", "ascii", ...excluded]),
    ]);
    if (found.join("") !== "") failed += 1;
    console.log(`${manifest.name}: ${found.join("") || "as it should be"}`);
  }
  if (failed > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

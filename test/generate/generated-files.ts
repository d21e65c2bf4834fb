import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type ClientDocument, toClientTypes } from "./client-types.ts";
import { toCommandPage } from "./command-page.ts";
import { readInterface } from "./interface-texts.ts";
import { toPluginPage } from "./plugin-page.ts";
import { readPluginReference } from "./plugin-reference.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const BIOME = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");

/** File that is generated from the code or from the API description. */
export interface GeneratedFile {
  /** Path relative to the root of the project. */
  readonly path: string;
  readonly text: string;
}

const format = (path: string, source: string): GeneratedFile => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [BIOME, "format", `--stdin-file-path=${path}`],
    { cwd: ROOT, input: source, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`${path} cannot be formatted: ${stderr}`);
  return { path, text: stdout };
};

/** Generates the expected content of all generated files. */
export const generateFiles = async (): Promise<readonly GeneratedFile[]> => {
  const { document } = await readInterface();
  return [
    // The tests of `/doc` check that the document follows the schema of OpenAPI.
    format("packages/client/src/interface-types.ts", toClientTypes(document as ClientDocument)),
    { path: "docs/reference/plugins.md", text: toPluginPage(readPluginReference()) },
    { path: "docs/reference/command-line.md", text: await toCommandPage() },
  ];
};

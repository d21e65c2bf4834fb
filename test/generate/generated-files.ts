import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type ClientDocument, toClientTypes } from "./client-types.ts";
import { readInterface } from "./interface-texts.ts";
import { toPluginPage } from "./plugin-page.ts";
import { readPluginReference } from "./plugin-reference.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const BIOME = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");

/** A file that is written from what the interface and the types of plugins say of themselves. */
export interface GeneratedFile {
  /** Below the root of the project. */
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

/** What the generated files are to hold. */
export const generateFiles = async (): Promise<readonly GeneratedFile[]> => {
  const { document } = await readInterface();
  return [
    // The interface's own schema of the document is in the tests of `/doc`.
    format("packages/client/src/interface-types.ts", toClientTypes(document as ClientDocument)),
    { path: "docs/reference/plugins.md", text: toPluginPage(readPluginReference()) },
  ];
};

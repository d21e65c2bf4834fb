import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generateFiles } from "./generated-files.ts";

for (const { path, text } of await generateFiles()) {
  writeFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), text);
  console.log(path);
}

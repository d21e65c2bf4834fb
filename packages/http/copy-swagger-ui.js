// Before packing: Swagger UI comes along as files, so that no host installs it with what it depends on.
import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const source = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const target = new URL("swagger-ui/", import.meta.url);
mkdirSync(target, { recursive: true });
for (const name of [
  "LICENSE",
  "NOTICE",
  "package.json",
  "swagger-ui.css",
  "swagger-ui-bundle.js",
  "swagger-ui-bundle.js.LICENSE.txt",
]) {
  copyFileSync(join(source, name), new URL(name, target));
}

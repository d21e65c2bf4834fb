#!/usr/bin/env node
import { existsSync } from "node:fs";

const main = new URL("../dist/main.js", import.meta.url);
if (existsSync(main)) await import(main.href);
else {
  console.error("kalends: not built yet: run `npm run build` in the folder of the project");
  process.exitCode = 1;
}

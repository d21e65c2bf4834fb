import { existsSync } from "node:fs";
import { roundTrip } from "./roundtrip.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined || !existsSync(folder)) {
  console.error("Usage: npm run roundtrip -- DIR (a folder of list pages, *.json)");
  process.exit(2);
}

const { imports, verify } = await roundTrip(folder);
console.log(`Second run of the import:\n${imports[1].trimEnd()}\n${verify.trimEnd()}`);
const [, equal, records] = /^(\d+) of (\d+) equal$/m.exec(verify) ?? [];
const isSame = records !== undefined && equal === records && !/[1-9]\d* (added|updated)/.test(imports[1]);
process.exitCode = isSame ? 0 : 1;

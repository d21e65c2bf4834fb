import { existsSync } from "node:fs";
import { roundTrip } from "./roundtrip.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined || !existsSync(folder)) {
  console.error("Usage: npm run roundtrip -- DIR (a folder of list pages, *.json)");
  process.exit(2);
}

const { counts, mistakes, printed } = await roundTrip(folder);
for (const { record, differences } of mistakes.slice(0, 20)) {
  console.log(record);
  for (const { path, recorded, ours } of differences.slice(0, 8)) {
    console.log(`  ${path}: source ${JSON.stringify(recorded)}, ours ${JSON.stringify(ours)}`);
  }
}
console.log(`Second run of the import:\n${printed[1].trimEnd()}`);
const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
console.log(`${total - mistakes.length} of ${total} records read back equal, ${mistakes.length} do not`);
process.exitCode = mistakes.length === 0 && !/[1-9]\d* added/.test(printed[1]) ? 0 : 1;

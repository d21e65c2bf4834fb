import { existsSync } from "node:fs";
import { replay } from "./replay.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined || !existsSync(folder)) {
  console.error("Usage: npm run replay -- DIR (a folder of recordings, *.jsonl)");
  process.exit(2);
}

const { equal, intended, mistakes, notReplayable } = await replay(folder);
const byReason = new Map<string, number>();
for (const { why } of intended) byReason.set(why, (byReason.get(why) ?? 0) + 1);

for (const { name, differences } of mistakes) {
  console.log(`\n${name}`);
  for (const { path, recorded, ours } of differences.slice(0, 8)) {
    console.log(`  ${path}: recorded ${brief(recorded)}, ours ${brief(ours)}`);
  }
}
console.log("\nDifferent on purpose (cases by reason):");
for (const [why, count] of [...byReason].sort(([one], [other]) => one.localeCompare(other))) {
  console.log(`  ${String(count).padStart(4)}  ${why}`);
}
console.log("\nNot replayable:");
for (const { name, why } of notReplayable) console.log(`  ${name}: ${why}`);
const onPurpose = new Set(intended.map(({ name }) => name)).size;
console.log(
  `\nequal ${equal}, different on purpose ${onPurpose}, different by mistake ${mistakes.length}, not replayable ${notReplayable.length}`,
);
process.exitCode = mistakes.length === 0 ? 0 : 1;

function brief(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 160);
}

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openBench } from "./bench.ts";
import { aborted } from "./cases/aborted.ts";
import { bulk } from "./cases/bulk.ts";
import { costs } from "./cases/costs.ts";
import { large } from "./cases/large.ts";
import { firstTouch, lists, searches } from "./cases/lists.ts";

import { pages } from "./cases/pages.ts";
import { repeated } from "./cases/repeated.ts";
import { series } from "./cases/series.ts";
import { single } from "./cases/single.ts";
import { workers } from "./cases/workers.ts";
import { creates, mixed } from "./cases/writes.ts";
import { onMongodb, onSqlite } from "./storages.ts";

/**
 * Script of `npm run bench`. Measures a Kalends server and two simple servers on the same records in one run.
 * docs/explanation/performance.md describes the options.
 */
const { values } = parseArgs({
  options: {
    events: { type: "string", default: "10000" },
    seconds: { type: "string", default: "2" },
    rounds: { type: "string", default: "3" },
    seed: { type: "string", default: "1" },
    archived: { type: "string", default: "100000" },
    only: { type: "string", default: "" },
    profile: { type: "string" },
    shared: { type: "boolean", default: false },
    million: { type: "boolean", default: false },
    large: { type: "string", default: "1000000" },
    keep: { type: "string" },
    mongodb: { type: "string" },
  },
});
const CASES = [
  repeated,
  pages,
  lists,
  firstTouch,
  searches,
  single,
  creates,
  aborted,
  costs,
  mixed,
  workers,
  bulk,
  series,
  large,
];

const folder = mkdtempSync(join(tmpdir(), "kalends-bench-"));
const { mongodb, keep } = values;
const storage = mongodb === undefined ? onSqlite(folder, keep) : onMongodb(folder, mongodb, keep);
const options = {
  events: Number(values.events),
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  seed: values.seed,
  judge: values.shared ? ("processor" as const) : ("rate" as const),
  only: values.only
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean),
  profiled: values.profile,
  archived: Number(values.archived),
  isLarge: values.million,
  large: Number(values.large),
};
try {
  const bench = await openBench(options, storage, folder);
  for (const measureCases of CASES) {
    try {
      await measureCases(bench);
    } catch (error) {
      // A failed case does not prevent the measurement of the next ones.
      console.error(`${measureCases.name}: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    } finally {
      await bench.stopAll();
    }
  }
} finally {
  await storage.drop();
}

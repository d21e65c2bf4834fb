import { join } from "node:path";
import type { Bench } from "../bench.ts";
import { kalends } from "../server.ts";
import { atLeast } from "../table.ts";

/** Measures how many events per second the commands `seed` and `import` store. */
export const bulk = async (bench: Bench): Promise<void> => {
  const { options, storage, folder } = bench;
  const { archived } = options;
  if (!["seed", "import"].some(bench.wants)) return;
  const least = storage.kind === "sqlite" ? 5000 : 1500;
  const archive = join(folder, "archive");
  const run = (name: string, args: readonly string[], calendar: string): void => {
    const { seconds, processorSeconds } = kalends(args, bench.environmentOf(calendar));
    const perSecond = archived / (options.judge === "rate" ? seconds : processorSeconds);
    bench.report({
      name: `${name} of ${archived} events`,
      figure: `${(archived / seconds).toFixed(0)} (by processor ${(archived / processorSeconds).toFixed(0)})`,
      goals: [atLeast(least, "events/s", perSecond)],
    });
  };
  run("seed", ["seed", "--events", String(archived)], "seeded");
  if (!bench.wants("import")) return;
  kalends(["export", archive], bench.environmentOf("seeded"));
  run("import", ["import", archive], "imported");
};

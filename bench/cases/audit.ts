import type { Bench } from "../bench.ts";
import { alternate } from "../load.ts";
import { inTurn } from "../questions.ts";
import { fasterBy } from "../table.ts";
import { CLIENTS, fullCreate } from "./writes.ts";

const NAME = (clients: number): string => `create with the audit log on, against off, ${clients} clients`;

/** In place of the naive server: our own, which keeps nothing of who has written what. */
export const audit = async (bench: Bench): Promise<void> => {
  for (const connections of [1, CLIENTS]) {
    if (!bench.wants(NAME(connections))) continue;
    const { options } = bench;
    const off = await bench.startOurs();
    const on = await bench.startOurs({ KALENDS_AUDIT: "1" });
    const asked = inTurn((n) => fullCreate(bench, "/events", n));
    const measured = await alternate(
      { on: { server: on, asked, connections }, off: { server: off, asked, connections } },
      options,
    );
    const goal = fasterBy(0.8, "off", measured.on, measured.off, options.judge);
    bench.report({ name: NAME(connections), ours: measured.on, naive: measured.off, goals: [goal] });
    await bench.stopAll();
  }
};

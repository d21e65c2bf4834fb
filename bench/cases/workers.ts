import type { Bench } from "../bench.ts";
import { alternate, warmUp } from "../load.ts";
import { inTurn, LISTS, newPair } from "../request-pairs.ts";
import { within } from "../table.ts";

/**
 * Measures the processor time per response of a server with two worker processes. It is compared with that of
 * a server with one process.
 */
export const workers = async (bench: Bench): Promise<void> => {
  const { options, sample } = bench;
  const name = "list of 10, KALENDS_WORKERS=2, against one process";
  const [kind] = LISTS;
  if (kind === undefined || !bench.wants(name)) return;
  const [one, two] = [await bench.startOurs(), await bench.startOurs({ KALENDS_WORKERS: "2" })];
  if (two.workers() > 0) {
    const source = () => inTurn((n: number) => ({ path: newPair(kind, sample, n).path }));
    // Each of the two worker processes needs as many requests as a single process to warm up.
    await warmUp({ server: two, source: source() });
    const measured = await alternate(
      { one: { server: one, source: source() }, two: { server: two, source: source() } },
      options,
    );
    const goal = within(1.1, "of the processor time", measured.two.processor / measured.one.processor);
    bench.report({ name, ours: measured.two, naive: measured.one, goals: [goal] });
  }
  await bench.stopAll();
};

import { type Bench, checkSame, responseOf } from "../bench.ts";
import { alternate, type Measured, measure, medianOf, warmUp } from "../load.ts";
import { inTurn, singlePair } from "../request-pairs.ts";
import type { Running } from "../server.ts";
import { fasterBy } from "../table.ts";
import { writeSomething } from "./writes.ts";

/**
 * Measures requests for single events that the server has read before. The first case uses new URLs. The
 * second case repeats the same URLs after a write.
 */
export const single = async (bench: Bench): Promise<void> => {
  for (const by of ["id", "slug"] as const) {
    if (bench.wants(`one event by ${by}`)) await newAddress(bench, by);
  }
  if (bench.wants("one event by id, first after a write")) await afterWrite(bench);
};

const goalOf = ({ storage, options }: Bench, ours: Measured, naive: Measured) =>
  fasterBy(storage.kind === "sqlite" ? 1 : 0.8, "naive", ours, naive, options.judge);

const newAddress = async (bench: Bench, by: "id" | "slug"): Promise<void> => {
  const { options, sample } = bench;
  const [ours, naive] = [await bench.startOurs(), await bench.startNaive()];
  await checkSame(ours, naive, [singlePair(sample, by, 0, "")]);
  const bare = await bench.startBare([(await responseOf(ours, singlePair(sample, by, 0, "").path)).text]);
  const measured = await alternate(
    {
      ours: {
        server: ours,
        source: inTurn((n) => ({ path: singlePair(sample, by, n, `?new=${n}`).path })),
      },
      naive: { server: naive, source: inTurn((n) => ({ path: singlePair(sample, by, n, "").naive })) },
      bare: { server: bare, source: [{ path: "/0" }] },
    },
    options,
  );
  bench.report({
    name: `one event by ${by}`,
    ...measured,
    goals: [goalOf(bench, measured.ours, measured.naive)],
  });
  await bench.stopAll();
};

/** Writes a record, then requests every event once. The write invalidates all cached responses. */
const afterWrite = async (bench: Bench): Promise<void> => {
  const { options, sample } = bench;
  const [ours, naive] = [await bench.startOurs(), await bench.startNaive()];
  const load = (server: Running, member: "path" | "naive") => ({
    server,
    source: inTurn((n) => ({ path: singlePair(sample, "id", n, "")[member] })),
  });
  const loads = { ours: load(ours, "path"), naive: load(naive, "naive") };
  await warmUp(loads.ours);
  await warmUp(loads.naive);
  const amount = sample.singles.length;
  // The warm-up includes writes, so that V8 also compiles the code that runs only after a write.
  for (let pass = 0; pass < COMPILED; pass += 1) {
    await writeSomething(ours);
    await measure(loads.ours, { amount, isWarmUp: true });
  }
  const passes: { readonly ours: Measured; readonly naive: Measured }[] = [];
  for (let pass = 0; pass < options.rounds * PASSES; pass += 1) {
    await writeSomething(ours);
    passes.push({
      ours: await measure(loads.ours, { amount }),
      naive: await measure(loads.naive, { amount }),
    });
  }
  const [mine, theirs] = [
    medianOf(passes.map((pass) => pass.ours)),
    medianOf(passes.map((pass) => pass.naive)),
  ];
  bench.report({
    name: "one event by id, first after a write",
    ours: mine,
    naive: theirs,
    goals: [goalOf(bench, mine, theirs)],
  });
  await bench.stopAll();
};

const PASSES = 3;
const COMPILED = 15;

import { addWriter, type Bench } from "../bench.ts";
import { alternate } from "../load.ts";
import { inTurn, LISTS, type ListKind, listPair, newPair } from "../request-pairs.ts";
import { readSample, type Sample } from "../sample.ts";
import { type Running, startKalends } from "../server.ts";
import { fasterBy, type Goal, within } from "../table.ts";
import { facetsOf } from "./facets.ts";
import { ordersOf } from "./orders.ts";
import { slowestOf } from "./slowest.ts";
import { writeSomething } from "./writes.ts";

/** Number of events of the small calendar. More than 10,000, so that page 1,000 has events. */
const SMALL = 10_500;
const DEEP: ListKind = { name: "page 1,000", days: SMALL / 10 - 1, limit: 10, page: 1000, step: 1 };
const EVERYTHING = "start_date=1970-01-01&end_date=2900-01-01";

/**
 * Measures a calendar with a million events: its orders, its slowest requests, and its lists compared with those of a
 * calendar with ten thousand events.
 */
export const large = async (bench: Bench): Promise<void> => {
  const { options, storage } = bench;
  if (!options.isLarge) return;
  const [few, many] = [bench.environmentOf("small"), bench.environmentOf("large")];
  for (const [environment, events] of [
    [few, SMALL],
    [many, options.large],
  ] as const) {
    if (await storage.fill(environment, events, options.seed)) addWriter(environment);
  }
  const small = await startKalends(few);
  const sample = await readSample(small.url, {});
  const server = await startKalends(many);
  await compareSizes(bench, sample, small, server);
  await ordersOf(bench, sample, server);
  await slowestOf(bench, sample, server);
  await facetsOf(bench, sample, server);
  const isLarge = options.large.toLocaleString("en");
  const memory = Math.round(server.peakMemory() * MB_PER_MIB);
  bench.report({
    name: `memory at ${isLarge}, at most`,
    figure: `${memory} MB`,
    goals: [within(300, "MB", memory)],
  });
  await small.stop();
  await server.stop();
  await coldLists(bench, sample, many);
};

const MB_PER_MIB = 1.048576;

/** Compares list requests on both calendars. Each request matches the same number of events in both. */
const compareSizes = async (bench: Bench, sample: Sample, few: Running, many: Running): Promise<void> => {
  const { options, storage } = bench;
  for (const kind of [...LISTS, DEEP]) {
    const name = `${kind.name}, ${options.large.toLocaleString("en")} against ${SMALL.toLocaleString("en")}`;
    if (!bench.wants(name)) continue;
    const pair = (n: number) => (kind === DEEP ? listPair(kind, sample, 0, n) : newPair(kind, sample, n));
    const load = (server: Running) => ({
      server,
      source: inTurn((n: number) => ({ path: pair(n).path })),
    });
    const measured = await alternate({ ours: load(many), naive: load(few) }, options);
    const deep = storage.kind === "sqlite" ? 0.5 : 0.3;
    const least = kind === DEEP ? deep : 0.7;
    const goal = fasterBy(least, "10,000", measured.ours, measured.naive, options.judge);
    bench.report({ name, ...measured, goals: [goal] });
  }
};

/** Sends a request. Returns its status and the milliseconds until the response is complete. */
const timeOf = async (url: string): Promise<{ readonly time: number; readonly status: number }> => {
  const begun = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  return { time: performance.now() - begun, status: response.status };
};

/**
 * Measures slow first requests: the first list of all events with an exact total after a server start, and
 * the first one after a write.
 */
const coldLists = async (
  bench: Bench,
  { categoryIds, tagIds }: Sample,
  environment: NodeJS.ProcessEnv,
): Promise<void> => {
  const { options, storage } = bench;
  const paths: Readonly<Record<string, string>> = {
    everything: `/events?${EVERYTHING}`,
    "everything of a category": `/events?${EVERYTHING}&categories=${categoryIds[0]}`,
    "everything with a tag": `/events?${EVERYTHING}&tags=${tagIds[0]}`,
    "everything, page 1,000": `/events?${EVERYTHING}&page=1000`,
  };
  const starts: number[] = [];
  const goalOf = ({ time, status }: { readonly time: number; readonly status: number }): Goal => {
    const goal = within(storage.kind === "sqlite" ? 60 : 2000, "ms", time);
    return status === 503 && storage.kind === "mongodb" ? { ...goal, isMet: true } : goal;
  };
  for (const [name, path] of Object.entries(paths)) {
    if (!bench.wants(name)) continue;
    const first = [];
    const written = [];
    for (let round = 0; round < options.rounds; round += 1) {
      const server = await startKalends(environment);
      starts.push(server.startedIn);
      first.push(await timeOf(server.url + path));
      await writeSomething(server);
      written.push(await timeOf(server.url + path));
      await server.stop();
    }
    const [cold, changed] = [first, written].map(
      (all) => [...all].sort((one, other) => one.time - other.time)[Math.floor(all.length / 2)],
    );
    if (cold === undefined || changed === undefined) continue;
    bench.report({
      name: `${name}, after the start; after a write`,
      figure: `${cold.time.toFixed(0)} ms; ${changed.time.toFixed(0)} ms`,
      goals: [goalOf(cold), goalOf(changed)],
    });
  }
  const median = [...starts].sort((one, other) => one - other)[Math.floor(starts.length / 2)] ?? 0;
  bench.report({
    name: "start to first answer",
    figure: `${median.toFixed(0)} ms`,
    goals: [within(storage.kind === "sqlite" ? 1000 : 2000, "ms", median)],
  });
};

import { type Bench, checkSame, MAIN, responseOf } from "../bench.ts";
import { alternate, type Measured, measure, medianOf, warmUp } from "../load.ts";
import {
  DAYS,
  disjointPairs,
  earlyPair,
  inTurn,
  LISTS,
  type ListKind,
  newPair,
  SEARCHES,
} from "../request-pairs.ts";
import type { Running } from "../server.ts";
import { fasterBy } from "../table.ts";

/** One of this many requests is checked to find the same events on both servers. */
const COMPARED = 12;

/**
 * Measures list requests that are new to the response cache, for records that are already in the record
 * cache.
 */
export const lists = (bench: Bench): Promise<void> =>
  compareLists(bench, LISTS, bench.storage.kind === "sqlite" ? 1.5 : 0.9);

export const searches = (bench: Bench): Promise<void> =>
  compareLists(bench, SEARCHES, bench.storage.kind === "sqlite" ? 2 : 1);

const compareLists = async (bench: Bench, kinds: readonly ListKind[], least: number): Promise<void> => {
  const { options, sample } = bench;
  for (const kind of kinds) {
    if (!bench.wants(kind.name)) continue;
    const [ours, naive] = [await bench.startOurs(), await bench.startNaive()];
    const pairs = Array.from({ length: DAYS }, (_, n) => newPair(kind, sample, n));
    await checkSame(
      ours,
      naive,
      pairs.filter((_, n) => n % COMPARED === 0),
    );
    const bare = await bench.startBare([(await responseOf(ours, pairs[0]?.path ?? "")).text]);
    const measured = await alternate(
      {
        ours: { server: ours, source: inTurn((n) => ({ path: newPair(kind, sample, n).path })) },
        naive: { server: naive, source: inTurn((n) => ({ path: newPair(kind, sample, n).naive })) },
        bare: { server: bare, source: [{ path: "/0" }] },
      },
      options,
    );
    bench.report({
      name: kind.name,
      ...measured,
      goals: [fasterBy(least, "naive", measured.ours, measured.naive, options.judge)],
    });
    await bench.stopAll();
  }
};

/**
 * Maximum number of requests in a pass. A calendar of ten thousand events has few more pages that share no
 * events.
 */
const MAX_EVENTS = 600;
/** Minimum number of different requests for a meaningful result. */
const FEWEST = 50;
/**
 * `COMPILED` is the number of warm-up passes until V8 has compiled the code that runs once per record.
 * `PASSES` is the number of measured passes per round.
 */
const COMPILED = 6;
const PASSES = 3;

/** Measures list requests whose records the server has not read before. The warm-up reads other records. */
export const firstTouch = async (bench: Bench): Promise<void> => {
  const { options, sample, storage } = bench;
  for (const kind of LISTS) {
    const name = `${kind.name}, first touch`;
    if (!bench.wants(name)) continue;
    const pairs = disjointPairs(kind, sample, MAX_EVENTS);
    if (pairs.length < FEWEST) continue;
    const start = async (server: Running, member: "path" | "naive") => {
      await warmUp({ server, source: inTurn((n) => ({ path: earlyPair(kind, sample, n)[member] })) });
      const source = inTurn((n) => ({ path: pairs[n % pairs.length]?.[member] ?? "" }));
      return (amount: number, isWarmUp = false) => measure({ server, source }, { amount, isWarmUp });
    };
    const rounds: { readonly ours: Measured; readonly naive: Measured }[] = [];
    const { clearCaches } = storage;
    // The server's record cache cannot always be cleared. Without that, each round starts a new server, and a
    // third of the pages is used to warm it up.
    const early = clearCaches === undefined ? Math.floor(pairs.length / 3) : pairs.length;
    const counted = clearCaches === undefined ? pairs.length - early : pairs.length;
    const [servers, warmUps, passes] =
      clearCaches === undefined ? [options.rounds, 1, 1] : [1, COMPILED, options.rounds * PASSES];
    for (let server = 0; server < servers; server += 1) {
      const ours = await start(await bench.startOurs(), "path");
      const naive = await start(await bench.startNaive(), "naive");
      for (let pass = 0; pass < warmUps; pass += 1) {
        await ours(early, true);
        await naive(early, true);
        clearCaches?.(MAIN);
      }
      for (let pass = 0; pass < passes; pass += 1) {
        rounds.push({ ours: await ours(counted), naive: await naive(counted) });
        clearCaches?.(MAIN);
      }
      await bench.stopAll();
    }
    const [ours, naive] = [
      medianOf(rounds.map((round) => round.ours)),
      medianOf(rounds.map((round) => round.naive)),
    ];
    const least = storage.kind === "sqlite" ? 0.9 : 0.8;
    bench.report({ name, ours, naive, goals: [fasterBy(least, "naive", ours, naive, options.judge)] });
  }
};

import { type Bench, responseOf } from "../bench.ts";
import { alternate, type Load, type LoadRequest } from "../load.ts";
import { DAYS, LISTS, newPair, type RequestPair, singlePair } from "../request-pairs.ts";
import type { Running } from "../server.ts";
import { fasterBy } from "../table.ts";

/**
 * Measures repeated requests for the same paths, both without `If-None-Match` and with the ETag of the last
 * response.
 */
export const repeated = async (bench: Bench): Promise<void> => {
  const staleness = bench.storage.kind === "mongodb" ? ["0", "1"] : ["0"];
  for (const seconds of staleness) {
    const suffix = seconds === "0" ? "" : ", staleness 1 s";
    for (const [name, pairs] of kinds(bench)) {
      const names = [`${name}, asked before${suffix}`, `${name}, not modified${suffix}`] as const;
      if (!names.some(bench.wants)) continue;
      const ours = await bench.startOurs({ KALENDS_CACHE_STALENESS: seconds });
      const responses = await Promise.all(pairs.map(({ path }) => responseOf(ours, path)));
      const bare = await bench.startBare(responses.map(({ text }) => text));
      const naive = await bench.startNaive();
      const servers = {
        ours: { server: ours, paths: pairs.map(({ path }) => path) },
        naive: { server: naive, paths: pairs.map((pair) => pair.naive) },
        bare: { server: bare, paths: pairs.map((_, index) => `/${index}`) },
      };
      if (bench.wants(names[0])) await compare(bench, names[0], servers, seconds, false);
      if (bench.wants(names[1])) await compare(bench, names[1], servers, seconds, true);
      await bench.stopAll();
    }
  }
};

type Servers = Readonly<
  Record<"ours" | "naive" | "bare", { readonly server: Running; readonly paths: readonly string[] }>
>;

const kinds = ({
  sample,
}: Bench): readonly (readonly [name: string, questions: readonly RequestPair[]])[] => {
  const numbers = Array.from({ length: DAYS }, (_, index) => index);
  return [
    ...LISTS.slice(0, 1).map((kind) => [kind.name, numbers.map((n) => newPair(kind, sample, n))] as const),
    ["one event", numbers.map((n) => singlePair(sample, "id", n, ""))],
  ];
};

/** Compares the servers for repeated requests. The naive server ignores `If-None-Match`. */
const compare = async (bench: Bench, name: string, servers: Servers, seconds: string, hasTags: boolean) => {
  const { options, storage } = bench;
  const loadOf = async ({ server, paths }: Servers["ours"], isTagged: boolean): Promise<Load> => {
    const toRequests = async (path: string): Promise<LoadRequest> =>
      isTagged ? { path, headers: { "if-none-match": (await responseOf(server, path)).tag } } : { path };
    return { server, source: await Promise.all(paths.map(toRequests)), status: isTagged ? 3 : 2 };
  };
  const { ours, naive, bare } = await alternate(
    {
      ours: await loadOf(servers.ours, hasTags),
      naive: await loadOf(servers.naive, false),
      bare: await loadOf(servers.bare, hasTags),
    },
    options,
  );
  const least = hasTags && storage.kind === "sqlite" ? 0.8 : 0.6;
  const goal =
    storage.kind === "mongodb" && seconds === "0"
      ? fasterBy(1, "naive", ours, naive, options.judge)
      : fasterBy(least, hasTags ? "bare 304" : "bare", ours, bare, options.judge);
  bench.report({ name, ours, naive, bare, goals: [goal] });
};

import { answerOf, type Bench } from "../bench.ts";
import { type Asked, alternate } from "../load.ts";
import { DAYS, LISTS, newQuestion, type Question, singleQuestion } from "../questions.ts";
import type { Running } from "../server.ts";
import { fasterBy } from "../table.ts";

/** The same questions again and again, and the same with the tags of their answers, so that nothing has changed. */
export const repeated = async (bench: Bench): Promise<void> => {
  const staleness = bench.storage.kind === "mongodb" ? ["0", "1"] : ["0"];
  for (const seconds of staleness) {
    const suffix = seconds === "0" ? "" : ", staleness 1 s";
    for (const [name, questions] of kinds(bench)) {
      const names = [`${name}, asked before${suffix}`, `${name}, not modified${suffix}`] as const;
      if (!names.some(bench.wants)) continue;
      const ours = await bench.startOurs({ KALENDS_CACHE_STALENESS: seconds });
      const answers = await Promise.all(questions.map(({ path }) => answerOf(ours, path)));
      const bare = await bench.startBare(answers.map(({ text }) => text));
      const naive = await bench.startNaive();
      const servers = {
        ours: { server: ours, paths: questions.map(({ path }) => path) },
        naive: { server: naive, paths: questions.map((question) => question.naive) },
        bare: { server: bare, paths: questions.map((_, index) => `/${index}`) },
      };
      if (bench.wants(names[0])) await compareAnswers(bench, names[0], servers, seconds);
      if (bench.wants(names[1])) await compareTags(bench, names[1], servers, seconds);
      await bench.stopAll();
    }
  }
};

type Servers = Readonly<
  Record<"ours" | "naive" | "bare", { readonly server: Running; readonly paths: readonly string[] }>
>;

const kinds = ({ sample }: Bench): readonly (readonly [name: string, questions: readonly Question[]])[] => {
  const numbers = Array.from({ length: DAYS }, (_, index) => index);
  return [
    ...LISTS.slice(0, 1).map(
      (kind) => [kind.name, numbers.map((n) => newQuestion(kind, sample, n))] as const,
    ),
    ["one event", numbers.map((n) => singleQuestion(sample, "id", n, ""))],
  ];
};

const toAsked = (paths: readonly string[]): readonly Asked[] => paths.map((path) => ({ path }));

const compareAnswers = async (
  bench: Bench,
  name: string,
  servers: Servers,
  staleness: string,
): Promise<void> => {
  const { options, storage } = bench;
  const { ours, naive, bare } = await alternate(
    {
      ours: { server: servers.ours.server, asked: toAsked(servers.ours.paths) },
      naive: { server: servers.naive.server, asked: toAsked(servers.naive.paths) },
      bare: { server: servers.bare.server, asked: toAsked(servers.bare.paths) },
    },
    options,
  );
  const goal =
    storage.kind === "mongodb" && staleness === "0"
      ? fasterBy(1, "naive", ours, naive, options.judge)
      : fasterBy(0.6, "bare", ours, bare, options.judge);
  bench.report({ name, ours, naive, bare, goals: [goal] });
};

/** The naive server knows no tags: it answers as before. */
const compareTags = async (
  bench: Bench,
  name: string,
  servers: Servers,
  staleness: string,
): Promise<void> => {
  const { options, storage } = bench;
  const tagged = async ({ server, paths }: Servers["ours"]) => ({
    server,
    status: 3 as const,
    asked: await Promise.all(
      paths.map(async (path) => ({ path, headers: { "if-none-match": (await answerOf(server, path)).tag } })),
    ),
  });
  const { ours, naive, bare } = await alternate(
    {
      ours: await tagged(servers.ours),
      naive: { server: servers.naive.server, asked: toAsked(servers.naive.paths) },
      bare: await tagged(servers.bare),
    },
    options,
  );
  const goal =
    storage.kind === "mongodb" && staleness === "0"
      ? fasterBy(1, "naive", ours, naive, options.judge)
      : fasterBy(storage.kind === "mongodb" ? 0.6 : 0.8, "bare 304", ours, bare, options.judge);
  bench.report({ name, ours, naive, bare, goals: [goal] });
};

import { answerOf, type Bench } from "../bench.ts";
import { alternate, type Load } from "../load.ts";
import { toDay } from "../questions.ts";
import type { Running } from "../server.ts";
import { fasterBy } from "../table.ts";

/** Pages that are asked for in turn. */
const PAGES = 24;

interface Pair {
  /** Below the site. */
  readonly page: string;
  /** Below the namespace. */
  readonly json: string;
}

/** What is to come, ten at a time. */
const lists = (): readonly Pair[] => {
  const now = new Date().toISOString().slice(0, 19);
  return Array.from({ length: PAGES }, (_, index) => ({
    page: `/events/list/?page=${index + 1}`,
    json: `/events?ends_after=${now}Z&strict_dates=true&page=${index + 1}`,
  }));
};

/** Months in the middle of the calendar, with the events of one category, so that one page of JSON has them all. */
const months = ({ sample }: Bench): readonly Pair[] =>
  Array.from({ length: PAGES }, (_, index) => {
    const month = toDay(sample, Math.floor(sample.days / 2) + (index % 12) * 28).slice(0, 7);
    const category = sample.categoryIds[index % sample.categoryIds.length];
    return {
      page: `/events/month/${month}/?categories=${category}`,
      json: `/events?start_date=${month}-01&end_date=${month}-28&categories=${category}&per_page=200`,
    };
  });

/** Always the same addresses, or each with something that none had before. */
const askedOf = (paths: readonly string[], isNew: boolean): Load["asked"] => {
  if (!isNew) return paths.map((path) => ({ path }));
  let asked = 0;
  return () => {
    asked += 1;
    return { path: `${paths[asked % paths.length]}&asked=${asked}` };
  };
};

/** The pages of the plugin against lists of the same events in JSON; both kept, and neither. */
export const pages = async (bench: Bench): Promise<void> => {
  for (const [kind, pairs] of [
    ["list", lists()],
    ["month", months(bench)],
  ] as const) {
    for (const [state, memory, isNew] of [
      ["both kept", "64", false],
      ["neither asked before", "64", true],
      ["without caches", "0", false],
    ] as const) {
      const name = `calendar pages: ${kind} against JSON, ${state}`;
      if (!bench.wants(name)) continue;
      const settings = { KALENDS_PLUGINS: "@kalends/pages", KALENDS_CACHE_MEMORY: memory };
      const [ours, json] = [await bench.startOurs(settings), await bench.startOurs(settings)];
      const site: Running = { ...ours, url: new URL(ours.url).origin };
      for (const pair of pairs.slice(0, 2))
        await Promise.all([answerOf(site, pair.page), answerOf(json, pair.json)]);
      const measured = await alternate(
        {
          ours: {
            server: site,
            asked: askedOf(
              pairs.map(({ page }) => page),
              isNew,
            ),
          },
          naive: {
            server: json,
            asked: askedOf(
              pairs.map((pair) => pair.json),
              isNew,
            ),
          },
        },
        bench.options,
      );
      bench.report({
        name,
        ...measured,
        goals: [fasterBy(0.5, "JSON", measured.ours, measured.naive, bench.options.judge)],
      });
      await bench.stopAll();
    }
  }
};

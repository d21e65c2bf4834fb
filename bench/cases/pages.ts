import { type Bench, responseOf } from "../bench.ts";
import { alternate, type Load } from "../load.ts";
import { toDay } from "../request-pairs.ts";
import type { Running } from "../server.ts";
import { fasterBy } from "../table.ts";

/** Number of different web pages that are requested one after the other. */
const PAGES = 24;

interface Pair {
  /** Path of the web page below the root of the site. */
  readonly page: string;
  /** Path of the JSON list below the base URL of the API. */
  readonly json: string;
}

/** Returns pages of the list of upcoming events, each with the JSON list of the same events. */
const lists = (): readonly Pair[] => {
  const now = new Date().toISOString().slice(0, 19);
  return Array.from({ length: PAGES }, (_, index) => ({
    page: `/events/list/?page=${index + 1}`,
    json: `/events?ends_after=${now}Z&strict_dates=true&page=${index + 1}`,
  }));
};

/**
 * Returns month pages from the middle of the calendar, each with the JSON list of the same events. A category
 * filter keeps each month small enough for one JSON page.
 */
const months = ({ sample }: Bench): readonly Pair[] =>
  Array.from({ length: PAGES }, (_, index) => {
    const month = toDay(sample, Math.floor(sample.days / 2) + (index % 12) * 28).slice(0, 7);
    const category = sample.categoryIds[index % sample.categoryIds.length];
    return {
      page: `/events/month/${month}/?categories=${category}`,
      json: `/events?start_date=${month}-01&end_date=${month}-28&categories=${category}&per_page=200`,
    };
  });

/**
 * Returns the requests for these paths. If `isNew` is true, each request gets another query parameter, so
 * that no cache has its response.
 */
const requestsOf = (paths: readonly string[], isNew: boolean): Load["source"] => {
  if (!isNew) return paths.map((path) => ({ path }));
  let source = 0;
  return () => {
    source += 1;
    return { path: `${paths[source % paths.length]}&asked=${source}` };
  };
};

/**
 * Compares web pages of the plugin @kalends/pages with JSON lists of the same events. It measures cached,
 * uncached and uncacheable responses.
 */
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
        await Promise.all([responseOf(site, pair.page), responseOf(json, pair.json)]);
      const measured = await alternate(
        {
          ours: {
            server: site,
            source: requestsOf(
              pairs.map(({ page }) => page),
              isNew,
            ),
          },
          naive: {
            server: json,
            source: requestsOf(
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

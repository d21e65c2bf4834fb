import type { Bench } from "../bench.ts";
import type { Sample } from "../sample.ts";
import type { Running } from "../server.ts";
import { within } from "../table.ts";

/** Number of requests for each list. All of them differ, so that no counts are kept. */
const REQUESTS = 40;
/** Maximum time in milliseconds for 95 % of the requests, for 300,000 events. */
const GOALS = { sqlite: 400, mongodb: 800 } as const;
const FACETS = "facets=categories,tags,venue,organizer,month&per_page=1";
const DAY_MS = 24 * 60 * 60 * 1000;

const dayAfter = (days: number): string =>
  new Date(Date.UTC(2026, 0, 1) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the query of each list. `n` moves the window by a few days. */
const listsOf = ({ categoryIds }: Sample): Readonly<Record<string, (n: number) => string>> => ({
  everything: (n) => `start_date=${dayAfter(n)}&end_date=2900-01-01`,
  "two years": (n) => `start_date=${dayAfter(n)}&end_date=${dayAfter(n + 730)}`,
  "a category": (n) => `start_date=${dayAfter(n)}&end_date=2900-01-01&categories=${categoryIds[0]}`,
  "a search": (n) => `start_date=${dayAfter(n)}&end_date=2900-01-01&search=jazz`,
});

/** Measures lists with facets whose counts are not kept, one request after another. */
export const facetsOf = async (bench: Bench, sample: Sample, server: Running): Promise<void> => {
  for (const [list, query] of Object.entries(listsOf(sample))) {
    const name = `facets of ${list}, 95 %`;
    if (!bench.wants(name)) continue;
    const times: number[] = [];
    for (let n = 0; n < REQUESTS; n += 1) {
      const begun = performance.now();
      const response = await fetch(`${server.url}/events?${query(n)}&${FACETS}`);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      times.push(performance.now() - begun);
    }
    const slow = times.toSorted((one, other) => one - other)[Math.ceil(REQUESTS * 0.95) - 1] ?? 0;
    const goal = within(GOALS[bench.storage.kind], "ms", slow);
    bench.report({ name, figure: `${slow.toFixed(0)} ms`, goals: [goal] });
  }
};

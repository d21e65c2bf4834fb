import type { Bench } from "../bench.ts";
import type { Sample } from "../sample.ts";
import type { Running } from "../server.ts";
import { within } from "../table.ts";

/** Number of requests of each kind. The first ones warm up the server and are not counted. */
const [REQUESTS, WARM_UP] = [60, 10];

/** Milliseconds within which 95 of 100 pages of 20 events must be sent, on a calendar of 300,000 events. */
const GOAL = { sqlite: 30, mongodb: 60 } as const;

const BOTH = ["asc", "desc"];

/** Returns the queries whose time is measured, by name. */
const queriesOf = ({ categoryIds, venueIds }: Sample): Readonly<Record<string, string>> => {
  const orders = ["start_date", "title", "modified", "date", "id"].flatMap((by) =>
    BOTH.map((order) => `orderby=${by}&order=${order}`),
  );
  return Object.fromEntries(
    [
      ...orders,
      `orderby=title&categories=${categoryIds[0]}`,
      `orderby=modified&order=desc&venue=${venueIds[0]}`,
      "orderby=relevance&search=concert",
      "author=1",
      "modified_after=2020-01-01",
      "has_image=true",
      "has_image=false",
    ].map((query) => [query, query]),
  );
};

/** Returns a range of two years that differs for each number, so that no response is cached. */
const windowOf = (n: number): string => {
  const day = new Date(Date.UTC(2031, 0, 1 + n)).toISOString().slice(0, 10);
  return `start_date=${day}&end_date=${Number(day.slice(0, 4)) + 2}${day.slice(4)}`;
};

/** Measures the pages of lists in each order, and with each filter that lists of all records have. */
export const ordersOf = async (bench: Bench, sample: Sample, server: Running): Promise<void> => {
  for (const [name, query] of Object.entries(queriesOf(sample))) {
    const title = `p95 of ${name}`;
    if (!bench.wants(title)) continue;
    const times: number[] = [];
    for (let n = 0; n < REQUESTS; n += 1) {
      const begun = performance.now();
      const response = await fetch(`${server.url}/events?${windowOf(n)}&per_page=20&${query}`);
      await response.arrayBuffer();
      if (n >= WARM_UP) times.push(performance.now() - begun);
    }
    times.sort((one, other) => one - other);
    const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
    bench.report({
      name: title,
      figure: `${p95.toFixed(1)} ms`,
      goals: [within(GOAL[bench.storage.kind], "ms", p95)],
    });
  }
};

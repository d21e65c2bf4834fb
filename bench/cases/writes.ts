import { type Bench, WRITER } from "../bench.ts";
import { alternate, type LoadRequest, measure, warmUp } from "../load.ts";
import { inTurn, LISTS, newPair, singlePair } from "../request-pairs.ts";
import type { Running } from "../server.ts";
import { fasterBy, within } from "../table.ts";

export const CLIENTS = 16;
const FULL = `create, ${CLIENTS} clients`;
const IN_ONE = "creates in one category and venue, against distinct ones";

/** Dates long before the measured lists, so that created events do not appear in them. */
const TIMES = { start_date: "2001-05-01 18:00:00", end_date: "2001-05-01 20:00:00" };

const create = (path: string, n: number, links: Readonly<Record<string, unknown>>): LoadRequest => ({
  path,
  method: "POST",
  headers: WRITER,
  body: JSON.stringify({
    title: `A measured evening ${n} of ${Date.now()}`,
    description: "Created while somebody counts.",
    ...TIMES,
    ...links,
  }),
});

/** Returns two of the ids; `n` chooses the pair. */
const two = (ids: readonly number[], n: number): readonly (number | undefined)[] => [
  ids[n % ids.length],
  ids[(n + 1 + Math.floor(n / ids.length)) % ids.length],
];

export const fullCreate = ({ sample }: Bench, path: string, n: number): LoadRequest => {
  const { venueIds, organizerIds, categoryIds, tagIds } = sample;
  return create(path, n, {
    venue: venueIds[n % venueIds.length],
    organizer: organizerIds[n % organizerIds.length],
    categories: two(categoryIds, n),
    tags: two(tagIds, n),
  });
};

export const linkedTo = (n: number, venue: number | undefined, category: number | undefined): LoadRequest =>
  create("/events", n, { venue, categories: [category] });

/** Posts a record and returns it. Throws if the server refuses the record. */
const post = async (server: Running, { path, body = "" }: LoadRequest): Promise<{ readonly id: number }> => {
  const response = await fetch(server.url + path, { method: "POST", headers: WRITER, body });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  // Cast: the response for a created record has an id.
  return (await response.json()) as { readonly id: number };
};

/** Creates an event outside the date ranges of all measured lists. */
export const writeSomething = async (server: Running): Promise<void> => {
  await post(server, create("/events", 0, {}));
};

export const creates = async (bench: Bench): Promise<void> => {
  if (bench.wants(FULL)) await createFull(bench);
  if (bench.wants(IN_ONE)) await createInOne(bench);
};

const createFull = async (bench: Bench): Promise<void> => {
  const { options, storage } = bench;
  const [ours, naive] = [await bench.startOurs(), await bench.startNaive()];
  const measured = await alternate(
    {
      ours: { server: ours, source: inTurn((n) => fullCreate(bench, "/events", n)), connections: CLIENTS },
      naive: { server: naive, source: inTurn((n) => fullCreate(bench, "/create", n)), connections: CLIENTS },
    },
    options,
  );
  const goal = fasterBy(
    storage.kind === "sqlite" ? 1 : 0.4,
    "naive",
    measured.ours,
    measured.naive,
    options.judge,
  );
  bench.report({ name: FULL, ...measured, goals: [goal] });
  await bench.stopAll();
};

/**
 * Compares creating events in one category and venue with creating them in many. Both run on Kalends; the
 * second result takes the column of the naive server.
 */
const createInOne = async (bench: Bench): Promise<void> => {
  const { options, sample, storage } = bench;
  const server = await bench.startOurs();
  const categories: number[] = [];
  while (categories.length < 4 * CLIENTS) {
    const body = JSON.stringify({ name: `Category ${categories.length} of ${Date.now()}` });
    categories.push((await post(server, { path: "/categories", body })).id);
  }
  const { one, distinct } = await alternate(
    {
      one: {
        server,
        source: inTurn((n) => linkedTo(n, sample.venueIds[0], categories[0])),
        connections: CLIENTS,
      },
      distinct: {
        server,
        source: inTurn((n) =>
          linkedTo(n, sample.venueIds[n % sample.venueIds.length], categories[n % categories.length]),
        ),
        connections: CLIENTS,
      },
    },
    options,
  );
  const goal = fasterBy(storage.kind === "sqlite" ? 0.8 : 0.7, "distinct", one, distinct, options.judge);
  bench.report({ name: IN_ONE, ours: one, naive: distinct, goals: [goal] });
  await bench.stopAll();
};

const MANY = 64;

/**
 * Measures a mix of requests: nineteen reads for each create. The reads are lists and single events, partly
 * new and partly repeated.
 */
export const mixed = async (bench: Bench): Promise<void> => {
  const { options, sample } = bench;
  const name = `95 % reads, 5 % creates, ${MANY} clients`;
  if (!bench.wants(name)) return;
  const server = await bench.startOurs();
  const source = inTurn((n) => {
    const kind = LISTS[Math.floor(n / 20) % LISTS.length];
    if (n % 20 === 0) return fullCreate(bench, "/events", n);
    if (kind === undefined || n % 3 === 0) return singlePair(sample, "id", n, "");
    return newPair(kind, sample, n % 3 === 1 ? n : n % 48);
  });
  const load = { server, source, connections: MANY };
  await warmUp(load);
  const ours = await measure(load, { seconds: options.rounds * options.seconds });
  bench.report({
    name,
    ours,
    goals: [within(5, "p50", ours.p99 / ours.p50)],
  });
  await bench.stopAll();
};

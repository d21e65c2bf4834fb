import { addWriter, type Bench, WRITER } from "../bench.ts";
import { alternate, type LoadRequest, type Measured, measure, warmUp } from "../load.ts";
import { inTurn } from "../request-pairs.ts";
import { readSample, type Sample } from "../sample.ts";
import { type Running, startKalends } from "../server.ts";
import { fasterBy, within } from "../table.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * First day of the created events: 1 January of next year. Occurrences are stored for some years ahead, so
 * all of them are in storage.
 */
const FIRST = Date.UTC(new Date().getUTCFullYear() + 1, 0, 1);

const toDay = (day: number): string => new Date(FIRST + day * DAY_MS).toISOString().slice(0, 10);

/**
 * Number of venues and categories that the events use in turn. A filter for one of them thus finds a fifth of
 * the events.
 */
const TURNS = 5;

const toEvent = ({ venueIds, categoryIds }: Sample, n: number, day: number, rule?: string): LoadRequest => ({
  path: "/events",
  method: "POST",
  headers: WRITER,
  body: JSON.stringify({
    title: `A regular evening ${n}`,
    description: n % 2 === 0 ? "Lanterns in the garden." : "Chess in the hall.",
    start_date: `${toDay(day)} ${10 + (n % 10)}:00:00`,
    end_date: `${toDay(day)} ${11 + (n % 10)}:00:00`,
    venue: venueIds[n % TURNS],
    categories: [categoryIds[n % TURNS]],
    ...(rule !== undefined && { recurrence: { rules: [rule] } }),
  }),
});

const CLIENTS = 8;

const create = async (
  server: Running,
  amount: number,
  toRequests: (n: number) => LoadRequest,
): Promise<void> => {
  const load = { server, source: inTurn(toRequests), connections: Math.min(amount, CLIENTS) };
  const { failures } = await measure(load, { amount, isWarmUp: true });
  if (failures > 0) throw new Error(`${failures} of ${amount} events were not created`);
};

interface Calendar {
  readonly server: Running;
  readonly sample: Sample;
}

/** Opens a separate calendar with this number of single events and starts its server. */
const open = async (
  { environmentOf, storage, options }: Bench,
  name: string,
  events: number,
): Promise<Calendar> => {
  const environment = environmentOf(name);
  if (await storage.fill(environment, events, options.seed)) addWriter(environment);
  const server = await startKalends(environment);
  return { server, sample: await readSample(server.url, { most: 100 }) };
};

/** Measures list requests in calendars with recurring events. */
export const series = async (bench: Bench): Promise<void> => {
  if (bench.wants(SAME)) await sameWindow(bench);
  const names = [...Object.keys(LISTS).map(firstsOf), READERS];
  if (names.some(bench.wants)) await manySeries(bench);
};

const SAME = "window of occurrences, against as many single events";
/** `EACH` is the number of events per day and `DAYS` the number of days in the compared date range. */
const [EACH, DAYS] = [10, 300];
/** Number of other single events in each calendar, outside the compared date range. */
const FEW = 100;

const sameWindow = async (bench: Bench): Promise<void> => {
  const recurring = await open(bench, "recurring", FEW);
  const single = await open(bench, "single", FEW);
  await create(recurring.server, EACH, (n) => toEvent(recurring.sample, n, 0, `FREQ=DAILY;COUNT=${DAYS}`));
  await create(single.server, EACH * DAYS, (n) => toEvent(single.sample, n % EACH, Math.floor(n / EACH)));
  const source = inTurn((n) => ({
    path: `/events?start_date=${toDay(n % 100)}&end_date=${toDay(250)}&per_page=${n % 2 === 0 ? 10 : 50}`,
  }));
  const { ours, naive } = await alternate(
    { ours: { server: recurring.server, source }, naive: { server: single.server, source } },
    bench.options,
  );
  const goal = fasterBy(0.9, "single", ours, naive, bench.options.judge);
  bench.report({ name: SAME, ours, naive, goals: [goal] });
  await recurring.server.stop();
  await single.server.stop();
};

/** Number of series, number of occurrences per series, and number of single events in the same calendar. */
const [MANY, LONG, SINGLE] = [200, 500, 10_000];
const LISTS: Readonly<Record<string, (sample: Sample) => string>> = {
  "": () => "",
  " of a category": ({ categoryIds }) => `&categories=${categoryIds[0]}`,
  " of a venue": ({ venueIds }) => `&venue=${venueIds[0]}`,
  " with a search": () => "&search=lanterns",
};
const firstsOf = (what: string): string =>
  `first of each of ${MANY} series${what}, against all ${(MANY * LONG).toLocaleString("en")}`;
const READERS = "readers beside a daily rule for ever, against readers alone";

const manySeries = async (bench: Bench): Promise<void> => {
  const { options } = bench;
  const { server, sample } = await open(bench, "series", SINGLE);
  await create(server, MANY, (n) => toEvent(sample, n, 0, `FREQ=DAILY;COUNT=${LONG}`));
  // Each `n` gives another start time, so that up to 3,600 requests differ.
  const window = (n: number): string =>
    `/events?start_date=${toDay(0)}+00:${new Date((n % 3600) * 1000).toISOString().slice(14, 19)}&end_date=${toDay(LONG)}`;
  for (const [what, toFilter] of Object.entries(LISTS)) {
    const name = firstsOf(what);
    if (!bench.wants(name)) continue;
    const toRequests = (rest: string) =>
      inTurn((n) => ({ path: window(n % SEEN) + toFilter(sample) + rest }));
    const { ours, naive } = await alternate(
      {
        ours: { server, source: toRequests("&hide_subsequent_recurrences=true") },
        naive: { server, source: toRequests("") },
      },
      options,
    );
    bench.report({ name, ours, naive, goals: [fasterBy(0.5, "all", ours, naive, options.judge)] });
  }
  if (bench.wants(READERS)) await seriesReaders(bench, { server, sample }, window);
  await server.stop();
};

/** Number of different date ranges; they are requested again and again. */
const SEEN = 20;

/** Acceptable 99th percentile of response times during writes, in milliseconds. */
const PATIENCE = 100;

const seriesReaders = async (
  bench: Bench,
  { server, sample }: Calendar,
  window: (n: number) => string,
): Promise<void> => {
  const { rounds, seconds } = bench.options;
  const load = { server, source: inTurn((n) => ({ path: window(n % SEEN) })) };
  await warmUp(load);
  const read = (): Promise<Measured> => measure(load, { seconds: rounds * seconds });
  const naive = await read();
  const state = { isOver: false, written: 0 };
  const write = async (): Promise<void> => {
    while (!state.isOver) {
      await create(server, 1, () => toEvent(sample, state.written, 0, "FREQ=DAILY"));
      state.written += 1;
    }
  };
  const writing = write();
  const ours = await read();
  state.isOver = true;
  await writing;
  bench.report({
    name: `${READERS} (${state.written} written)`,
    ours,
    naive,
    goals: [within(PATIENCE, "ms p99", ours.p99)],
  });
};

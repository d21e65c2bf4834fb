import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { createPlace, printedSecret } from "../../kalends/kalends-process.ts";
import { stores } from "../../stores.ts";
import { createRandom } from "../random.ts";
import { type LoadResult, runLoad } from "./connections.ts";
import type { Observation } from "./observed-process.ts";

const OBSERVER = fileURLToPath(new URL("./observed-process.js", import.meta.url));
const SECONDS = Number(process.env.SECONDS ?? 60);
const CONNECTIONS = Number(process.env.CONNECTIONS ?? 256);
const OVERLOAD = 10;
const EVENTS = 1_000;
/** Share of the requests that write. */
const WRITES = 0.05;

/** Limits that slow machines also keep. The measured values are printed. */
const BOUNDS = { delayP99: 200, slope: 30 };
/**
 * Maximum response times in milliseconds. They are higher for MongoDB, because its server runs on the same
 * machine.
 */
const ACCEPTED = { sqlite: { p99: 3_000, max: 8_000 }, mongodb: { p99: 15_000, max: 30_000 } };

const percentileOf = (observations: readonly Observation[], share: number): number => {
  const delays = observations.flatMap((each) => each.delays).sort(([one], [other]) => one - other);
  const total = delays.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [milliseconds, count] of delays) {
    seen += count;
    if (seen >= total * share) return milliseconds;
  }
  return 0;
};

/** Returns the growth of the memory in MB per minute, by linear regression. */
const slopeOf = (observations: readonly Observation[]): number => {
  const [meanAt, meanRss] = (["at", "rss"] as const).map(
    (key) => observations.reduce((sum, each) => sum + each[key], 0) / observations.length,
  ) as [number, number];
  const [above, below] = observations.reduce(
    ([product, square], { at, rss }) => [
      product + (at - meanAt) * (rss - meanRss),
      square + (at - meanAt) ** 2,
    ],
    [0, 0],
  );
  return ((above / below) * 60_000) / 1e6;
};

/**
 * Returns the second half of the measurements. By then the caches are full and the heap has its final size.
 */
const afterStart = (observations: readonly Observation[]): readonly Observation[] =>
  observations.slice(Math.floor(observations.length / 2));

const describeLoad = (result: LoadResult, observed: readonly Observation[]): Record<string, unknown> => {
  const { statuses, perSecond, accepted, shed } = result;
  const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const round = (value: number): number => Math.round(value * 10) / 10;
  const rounded = ({ p50, p99, max }: LoadResult["accepted"]) =>
    `${round(p50)} / ${round(p99)} / ${round(max)}`;
  return {
    answersPerSecond: Math.round(perSecond),
    statuses: JSON.stringify([...statuses]),
    shedPercent: round(((statuses.get(503) ?? 0) / total) * 100),
    acceptedMs: rounded(accepted),
    shedMs: rounded(shed),
    loopDelayP99Ms: percentileOf(observed, 0.99),
    loopDelayMaxMs: round(Math.max(...observed.map(({ delayMax }) => delayMax))),
    rssMb: Math.round((observed.at(-1)?.rss ?? 0) / 1e6),
    slopeMbPerMinute: round(slopeOf(afterStart(observed))),
  };
};

for (const store of stores) {
  describe(`a served calendar under load, on ${store.name}`, () => {
    it("answers in bounded time and memory, and sheds what is too much", async () => {
      const random = createRandom(Number(process.env.SEED));
      const place = createPlace(store);
      try {
        const { output } = await place.run(["user", "add", "ann", "--role", "administrator"]);
        const token = printedSecret((await place.run(["user", "token", "ann"])).output);
        expect(output).to.contain("ann");
        expect((await place.run(["seed", "--events", String(EVENTS)])).code).to.equal(0);
        const file = join(place.directory, "observed.jsonl");
        const served = await place.spawnServer({
          NODE_OPTIONS: `--import ${OBSERVER} ${process.env.PROFILE ?? ""}`,
          KALENDS_TEST_OBSERVED: file,
        });
        const { port, pathname } = new URL(served.namespace);
        const first = (await (await fetch(`${served.namespace}/events?per_page=50`)).json()) as {
          readonly events: readonly { readonly id: number }[];
        };
        const ids = first.events.map(({ id }) => id);
        const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
        const head = `Host: calendar.example\r\nAuthorization: Bearer ${token}\r\n`;
        const get = (path: string): string =>
          `GET ${pathname}${path} HTTP/1.1\r\nHost: calendar.example\r\n\r\n`;
        const next = (): string => {
          if (random() < WRITES) {
            const body = JSON.stringify({ title: `Concert ${random()}` });
            return `POST ${pathname}/events/${pick(ids)} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
          }
          return pick([
            () => get(`/events/${pick(ids)}`),
            () => get(`/events?per_page=10&page=${1 + Math.floor(random() * 20)}`),
            () => get("/categories"),
            () => get(`/events?search=${pick(["jazz", "night", "market", "opera"])}`),
            () => get("/venues"),
          ])();
        };
        const observedSince = (since: number): readonly Observation[] =>
          readFileSync(file, "utf8")
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line) as Observation)
            .filter(({ at }) => at >= since);
        const measure = async (connections: number, seconds: number) => {
          const since = Date.now();
          const result = await runLoad({ port: Number(port), connections, seconds, next });
          return { result, observed: observedSince(since) };
        };
        // The first load warms up the server: code is compiled and caches are filled.
        await measure(CONNECTIONS, SECONDS / 3);
        for (const connections of [CONNECTIONS, OVERLOAD * CONNECTIONS]) {
          const { result, observed } = await measure(connections, SECONDS);
          console.log({
            store: store.name,
            connections,
            seconds: SECONDS,
            ...describeLoad(result, observed),
          });
          expect([...result.statuses.keys()].filter((status) => ![200, 503].includes(status))).to.deep.equal(
            [],
          );
          expect(result.without, "503 without Retry-After").to.equal(0);
          const { p99, max } = ACCEPTED[store.name === "mongodb" ? "mongodb" : "sqlite"];
          expect(result.accepted.p99).to.be.below(p99);
          expect(result.accepted.max).to.be.below(max);
          expect(percentileOf(observed, 0.99)).to.be.below(BOUNDS.delayP99);
          expect(slopeOf(afterStart(observed))).to.be.below(BOUNDS.slope);
        }
        const afterwards = await fetch(`${served.namespace}/events`);
        expect(afterwards.status).to.equal(200);
        expect((await served.end("SIGTERM")).errors).to.equal("");
      } finally {
        await place.clear();
      }
    });
  });
}

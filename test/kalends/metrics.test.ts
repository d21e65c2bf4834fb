import { type AddressInfo, createServer } from "node:net";
import { expect } from "chai";
import { createStoreState, shareReading, type Timers } from "kalends/internals";
import { freePort } from "../free-port.ts";
import { createPlace, type Place } from "./kalends-process.ts";

const NOTHING = {
  consumers: async () => [],
  last: async () => 0,
  readAfter: async () => [],
  failures: async () => [],
};

const setUp = (ping: () => Promise<void>) => {
  let now = 1_000_000;
  let expire = (): void => {};
  const timers: Timers = {
    after(_delay, callback) {
      expire = callback;
      return () => {};
    },
  };
  const storeState = createStoreState({
    store: { ping, outbox: NOTHING } as unknown as Parameters<typeof createStoreState>[0]["store"],
    outboxSwitch: { isOn: () => true },
    stopwatch: { now: () => now },
    timers,
  });
  return {
    storeState,
    elapse(milliseconds: number) {
      now += milliseconds;
    },
    expire: () => expire(),
  };
};

describe("metrics of the store", () => {
  it("ask it once in five seconds, whoever reads", async () => {
    let asked = 0;
    const { storeState, elapse } = setUp(async () => {
      asked += 1;
    });
    await Promise.all([storeState(), storeState()]);
    elapse(4_999);
    await storeState();
    expect(asked).to.equal(1);
    elapse(1);
    expect(await storeState()).to.deep.equal({ isUp: true, readers: [] });
    expect(asked).to.equal(2);
  });

  it("say that it is down where it fails, and does not answer in time", async () => {
    const down = { isUp: false, readers: [] };
    expect(await setUp(() => Promise.reject(new Error("gone"))).storeState()).to.deep.equal(down);
    const { storeState, expire } = setUp(() => new Promise(() => undefined));
    const state = storeState();
    expire();
    expect(await state).to.deep.equal(down);
  });
});

describe("metrics that several ask for at once", () => {
  it("are read once, and anew for the next, also after a failure", async () => {
    let readings = 0;
    const read = shareReading(async () => {
      readings += 1;
      if (readings === 2) throw new Error("not now");
      return { contentType: "text/plain", text: String(readings) };
    });
    const texts = await Promise.all([read(), read(), read()]);
    expect(texts.map(({ text }) => text)).to.deep.equal(["1", "1", "1"]);
    expect(await read().catch(() => "failed")).to.equal("failed");
    expect((await read()).text).to.equal("3");
  });
});

describe("kalends serve with KALENDS_METRICS", () => {
  let place: Place;
  beforeEach(() => {
    place = createPlace();
  });
  afterEach(() => place.clear());

  it("answers on a port of its own what was measured, and nothing else there", async () => {
    const port = await freePort();
    const served = await place.serve({ KALENDS_METRICS: String(port) });
    await fetch(`${served.namespace}/events`);
    const origin = `http://127.0.0.1:${port}`;
    const text = await (await fetch(`${origin}/metrics`)).text();
    expect(text).to.match(
      /^kalends_http_requests_total\{method="GET",route="[^"]*\/events",status="200"\} 1$/m,
    );
    expect(text).to.match(/^kalends_job_duration_seconds_count\{plugin="kalends",job="publish-due"\} /m);
    const others = [
      [`${origin}/`, "GET", 404],
      [`${origin}/wp-json/tribe/events/v1/events`, "GET", 404],
      [`${origin}/metrics`, "POST", 405],
      [`${origin}/metrics?a=1`, "HEAD", 200],
      [`${served.origin}/metrics`, "GET", 404],
    ] as const;
    for (const [address, method, status] of others)
      expect((await fetch(address, { method })).status, `${method} ${address}`).to.equal(status);
    expect((await served.end("SIGTERM")).code).to.equal(0);
    expect(await fetch(`${origin}/metrics`).catch(() => "closed")).to.equal("closed");
  });

  it("answers for all workers, on that port and on their own", async () => {
    const port = await freePort();
    const count = async (origin: string): Promise<readonly [requests: number, processes: number]> => {
      const text = await (await fetch(`${origin}/metrics`)).text();
      const of = (form: RegExp): number => Number(form.exec(text)?.[1] ?? 0);
      return [
        of(/^kalends_http_requests_total\{[^}]*route="[^"]*\/events",status="200"\} (\d+)$/m),
        of(/^kalends_build_info\{.*\} (\d+)$/m),
      ];
    };
    for (const metrics of [String(port), "on"]) {
      const served = await place.spawnServer({
        ...{ KALENDS_WORKERS: "2", KALENDS_METRICS: metrics, KALENDS_RATE_LIMIT: "6/1d" },
      });
      const headers = { connection: "close" };
      const asked: Response[] = [];
      for (let time = 0; time < 7; time += 1)
        asked.push(await fetch(`${served.namespace}/events`, { headers }));
      expect(asked.map((answer) => answer.headers.get("ratelimit-remaining"))).to.deep.equal([
        "5",
        "4",
        "3",
        "2",
        "1",
        "0",
        "0",
      ]);
      expect(asked.at(-1)?.status).to.equal(429);
      const origin = metrics === "on" ? served.origin : `http://127.0.0.1:${port}`;
      expect(await count(origin), metrics).to.deep.equal([6, 2]);
      expect((await served.end("SIGTERM")).code).to.equal(0);
    }
  }).timeout(60_000);

  it("does not start where that port is taken", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    const { code, errors } = await place.run(["serve"], {
      KALENDS_PORT: "0",
      KALENDS_METRICS: String(port),
    });
    await new Promise((resolve) => other.close(resolve));
    expect(code).to.equal(1);
    expect(errors).to.include(
      `Cannot listen on 127.0.0.1, port ${port} for KALENDS_METRICS: the port is in use`,
    );
  });
});

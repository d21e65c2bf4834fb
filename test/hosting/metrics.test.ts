import type { Plugin } from "@kalends/core/interface";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar, OperatorError } from "kalends";
import { firstStore } from "../stores.ts";
import { createMemoryBlobStore } from "../unit/images/fakes.ts";
import { AN_EVENT, CLOCK, type HostServer, listen } from "./host-server.ts";

const identity: NonNullable<CalendarOptions["identity"]> = () => ({ id: 1, roles: ["administrator"] });
const ROOT = "/wp-json/tribe/events/v1";

const JOBS: Plugin = {
  name: "sample",
  setup: () => ({
    jobs: [
      { name: "works", run: async () => undefined },
      { name: "fails", run: () => Promise.reject(new Error("no luck")) },
    ],
  }),
};

/** Returns the value of the first metric sample that begins with this text. */
const sampleOf = (text: string, sample: string): number | undefined => {
  const line = text.split("\n").find((one) => one.startsWith(sample));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(" ") + 1));
};

for (const { name, open } of firstStore) {
  describe(`metrics, on ${name}`, () => {
    let store: StoreWithAccounts;
    let calendar: Calendar;
    let server: HostServer;

    const start = async (options: CalendarOptions): Promise<void> => {
      calendar = await createCalendar({
        storage: store,
        clock: CLOCK,
        media: createMemoryBlobStore(),
        scheduler: false,
        identity,
        ...options,
      });
      server = await listen(calendar.callback);
    };
    beforeEach(async () => {
      store = await open();
    });
    afterEach(async () => {
      await server.close();
      await calendar.close();
      await store.close();
    });

    it("count requests by route and status, however callers spell them", async () => {
      await start({ metrics: true });
      await server.post("/events", { json: AN_EVENT });
      await server.get("/events");
      await server.get("/events?page=1");
      for (const path of ["/events/77777", "/events/88888", "/nothing/a", "/nothing/b"])
        await server.get(path);
      await server.send("GET", "/events", { headers: { "x-http-method-override": "BREW" } });
      const text = await calendar.metrics();
      const requests = "kalends_http_requests_total";
      expect(sampleOf(text, `${requests}{method="POST",route="${ROOT}/events",status="201"}`)).to.equal(1);
      expect(sampleOf(text, `${requests}{method="GET",route="${ROOT}/events",status="200"}`)).to.equal(2);
      expect(sampleOf(text, `${requests}{method="GET",route="${ROOT}/events/{id}",status="404"}`)).to.equal(
        2,
      );
      expect(sampleOf(text, `${requests}{method="GET",route="none",status="404"}`)).to.equal(2);
      expect(text).to.not.match(/BREW|77777|88888|nothing/);
      const duration = `kalends_http_request_duration_seconds_count{method="POST",route="${ROOT}/events"}`;
      expect(sampleOf(text, duration)).to.equal(1);
    });

    it("count what was kept and sent again", async () => {
      await start({ metrics: true, cacheStaleness: 60, identity: () => undefined });
      for (let time = 0; time < 3; time += 1) await server.get("/events");
      const text = await calendar.metrics();
      expect(sampleOf(text, 'kalends_cache_hits_total{cache="answers"}')).to.equal(2);
      expect(sampleOf(text, 'kalends_cache_misses_total{cache="answers"}')).to.be.at.least(1);
      expect(sampleOf(text, 'kalends_cache_bytes{cache="answers"}')).to.be.at.least(1);
    });

    it("count what records and their texts were found to be known, and what was compressed before", async () => {
      await start({ metrics: true });
      await server.post("/events", { json: AN_EVENT });
      for (let time = 0; time < 2; time += 1) await server.get("/events");
      const text = await calendar.metrics();
      for (const cache of ["records", "fragments"]) {
        expect(sampleOf(text, `kalends_cache_hits_total{cache="${cache}"}`), cache).to.be.at.least(1);
        expect(sampleOf(text, `kalends_cache_misses_total{cache="${cache}"}`), cache).to.be.at.least(1);
        expect(sampleOf(text, `kalends_cache_bytes{cache="${cache}"}`), cache).to.be.at.least(200);
      }
      expect(sampleOf(text, 'kalends_cache_misses_total{cache="compressed"}')).to.equal(0);
    });

    it("have no caches that are off", async () => {
      await start({ metrics: true, cacheMemory: 0 });
      await server.get("/events");
      // The store was opened with a single cache.
      const caches = (await calendar.metrics()).matchAll(/cache="(\w+)"/g);
      expect(new Set([...caches].map(([, cache]) => cache))).to.deep.equal(new Set(["records"]));
    });

    it("count what limits on callers refuse", async () => {
      await start({ metrics: true, rateLimit: "1/1d", identity: () => undefined });
      for (let time = 0; time < 3; time += 1) await fetch(`${server.origin}${ROOT}/events`);
      expect(
        sampleOf(await calendar.metrics(), 'kalends_http_requests_limited_total{limit="address"}'),
      ).to.equal(2);
    });

    it("measure the calls of the store, and whether it answers", async () => {
      await start({ metrics: true });
      await server.post("/events", { json: AN_EVENT });
      const text = await calendar.metrics();
      const transactions =
        'kalends_store_call_duration_seconds_count{repository="store",method="transaction"}';
      expect(sampleOf(text, transactions)).to.be.at.least(1);
      expect(sampleOf(text, 'kalends_store_call_duration_seconds_count{repository="events",')).to.be.at.least(
        1,
      );
      expect(sampleOf(text, "kalends_store_up")).to.equal(1);
      expect(sampleOf(text, "kalends_http_requests_in_progress")).to.equal(0);
    });

    it("count the runs of jobs", async () => {
      await start({ metrics: true, plugins: [JOBS] });
      for (const job of calendar.jobs) await job.run().catch(() => undefined);
      const text = await calendar.metrics();
      const ofJob = (job: string) => `{plugin="sample",job="${job}"}`;
      expect(sampleOf(text, `kalends_job_duration_seconds_count${ofJob("works")}`)).to.equal(1);
      expect(sampleOf(text, `kalends_job_last_success_timestamp_seconds${ofJob("works")}`)).to.equal(
        CLOCK.now() / 1000,
      );
      expect(sampleOf(text, `kalends_job_failures_total${ofJob("fails")}`)).to.equal(1);
      expect(text).to.not.include(`kalends_job_last_success_timestamp_seconds${ofJob("fails")}`);
    });

    it("say how far the readers of the outbox are", async () => {
      let isBroken = true;
      const handle = (): void => {
        if (isBroken) throw new Error("not now");
      };
      await start({
        metrics: true,
        listeners: [{ durable: true, name: "mirror", on: ["event.created"], handle }],
      });
      await server.post("/events", { json: AN_EVENT });
      const reader = '{reader="host/mirror"}';
      expect(sampleOf(await calendar.metrics(), `kalends_outbox_waiting_entries${reader}`)).to.equal(1);
      await calendar.close();
      calendar = await createCalendar({
        ...{ storage: store, clock: CLOCK, media: createMemoryBlobStore(), scheduler: false, identity },
        metrics: true,
        listeners: [{ durable: true, name: "mirror", on: ["event.created"], handle }],
      });
      await calendar.deliverDue();
      isBroken = false;
      const text = await calendar.metrics();
      expect(sampleOf(text, `kalends_outbox_waiting_entries${reader}`)).to.equal(0);
      expect(sampleOf(text, `kalends_outbox_failed_entries${reader}`)).to.equal(1);
      expect(sampleOf(text, `kalends_outbox_set_aside_entries${reader}`)).to.equal(0);
    });

    it("are at /metrics of a calendar with pages, and nowhere else", async () => {
      await start({ metrics: true, pages: true });
      await server.get("/events");
      const answer = await fetch(`${server.origin}/metrics`);
      expect(answer.status).to.equal(200);
      expect(answer.headers.get("content-type")).to.match(/^text\/plain; version=0\.0\.4/);
      expect(answer.headers.get("cache-control")).to.equal("no-store");
      expect(answer.headers.get("x-request-id")).to.be.a("string");
      const text = await answer.text();
      expect(text).to.include("kalends_http_requests_total").and.include("nodejs_eventloop_lag_p99_seconds");
      expect((await fetch(`${server.origin}/metrics`, { method: "POST" })).status).to.equal(404);
    });

    it("are off unless they are asked for", async () => {
      await start({ pages: true });
      expect((await fetch(`${server.origin}/metrics`)).status).to.equal(404);
      const error = await calendar.metrics().catch((reason: Error) => reason);
      expect(error).to.be.an("error").with.property("message").that.includes("metrics: true");
    });

    it("are on no port of a host", async () => {
      await start({});
      const error = await createCalendar({ storage: store, metrics: 9464 }).catch((reason: Error) => reason);
      expect(error).to.be.instanceOf(OperatorError);
      expect((error as OperatorError).problems).to.deep.equal([
        "metrics must not be a port in createCalendar: only `kalends serve` listens on a port",
      ]);
    });
  });
}

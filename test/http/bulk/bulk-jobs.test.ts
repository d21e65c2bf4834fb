import { setImmediate as yieldToOthers } from "node:timers/promises";
import { type JobPage, jobsIn } from "@kalends/core/interface";
import type { WriteHook } from "@kalends/core/plugin";
import { expect } from "chai";
import type { Body, TestResponse } from "../client.ts";
import { createChoir } from "../series/choir.ts";
import { type StartedCalendar, servedStores, startCalendar } from "../start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 20:00:00", end_date: "2031-05-01 22:30:00" };

/** Ids that no event has, which make a request long enough for a job. */
const UNKNOWN: readonly number[] = Array.from({ length: 250 }, (_, index) => 1_000_000 + index);

for (const store of servedStores) {
  describe(`POST /events/bulk of more than 200 records on ${store.name}`, function () {
    this.timeout(60_000);
    let calendar: StartedCalendar;
    let ids: readonly number[];

    const make = async (values: object = {}, as = "editor"): Promise<number> =>
      (await calendar.post("/events", { as, json: { ...EVENT, ...values } })).body.id;
    const bulk = (json: object, as = "editor", headers = {}): Promise<TestResponse> =>
      calendar.post("/events/bulk", { as, json, headers });
    const startOf = async (id: number): Promise<string> =>
      (await calendar.get(`/events/${id}`, { as: "editor" })).body.start_date;
    /** Returns the job of a response after its end, with all results. */
    const finished = async ({ status, headers, text }: TestResponse): Promise<JobPage> => {
      expect(status, text).to.equal(202);
      const [, id = ""] = /\/jobs\/(\w+)$/.exec(headers.location ?? "") ?? [];
      const jobs = jobsIn(calendar.store.documents);
      for (;;) {
        const job = await jobs.find(id);
        if (job === undefined) throw new Error(`The job ${id} does not exist`);
        if (job.ended !== undefined) return { job, results: await jobs.resultsFrom(id, 0, 10_000) };
        await yieldToOthers();
      }
    };

    beforeEach(async () => {
      calendar = await startCalendar(store, { scheduler: true });
      ids = [await make(), await make(), await make({ status: "draft" })];
    });
    afterEach(() => calendar.close());

    it("starts a job that changes each record once and keeps the results", async () => {
      const all = [...ids, ...UNKNOWN, ids[0]];
      const answer = await bulk({ ids: all, action: "shift", values: { days: 1 } });
      expect(answer.body.progress).to.include({ done: 0, total: 253 });
      const { job, results } = await finished(answer);
      expect(job).to.include({ state: "done", done: 253, total: 253, user: calendar.users.get("editor") });
      expect(results.map(({ id }) => id)).to.deep.equal([...ids, ...UNKNOWN]);
      expect(results.slice(0, 3).map(({ status }) => status)).to.deep.equal([200, 200, 200]);
      expect(results[0]?.previous_revision).to.be.a("number");
      expect(results[3]).to.deep.include({ id: UNKNOWN[0], status: 404 });
      expect((results[3] as Body).error.code).to.equal("rest-event-not-found");
      expect(await startOf(ids[0] as number)).to.equal("2031-05-02 20:00:00");
      const shown = await calendar.get(`/jobs/${job.id}?per_page=3`, { as: "editor" });
      expect(shown.body.results).to.deep.equal(results.slice(0, 3));
      expect((await calendar.get(`/jobs/${job.id}`, { as: "author" })).status).to.equal(404);
    });

    it("has the rights of the caller", async () => {
      const own = await make({ status: "draft" }, "contributor");
      const json = { ids: [own, ...ids, ...UNKNOWN], action: "publish" };
      const { results } = await finished(await bulk(json, "contributor"));
      expect(results.slice(0, 4).map(({ status }) => status)).to.deep.equal([200, 403, 403, 403]);
      expect(results[0]?.adjusted).to.deep.equal(["status"]);
      const { body } = await calendar.get(`/events/${own}`, { as: "contributor" });
      expect(body.status).to.equal("pending");
    });

    it("changes a series once, however many of its occurrences are named", async () => {
      const choir = createChoir(() => calendar);
      const series = await choir.create({ recurrence: { rules: ["FREQ=DAILY;COUNT=220"] } });
      const filter = { series, start_date: "2031-01-01", end_date: "2032-12-31" };
      const json = { filter, expected: 220, action: "shift", values: { days: 2 }, scope: "all" };
      const { job, results } = await finished(await bulk(json));
      expect([job.total, results.length, results[0]?.id]).to.deep.equal([1, 1, series]);
      expect((await choir.startsOf(series))[0]).to.equal("05-08 19:00");
    });

    it("makes each copy once, with its id in the result", async () => {
      const { results } = await finished(await bulk({ ids: [...ids, ...UNKNOWN], action: "duplicate" }));
      const copies = results.slice(0, 3).map(({ duplicate }) => Number(duplicate));
      expect(new Set(copies).size).to.equal(3);
      for (const id of copies) {
        const { body } = await calendar.get(`/events/${id}`, { as: "editor" });
        expect(body).to.include({ status: "draft", title: "Jazz" });
      }
    });

    it("stores nothing but the results in a dry run", async () => {
      const before = await calendar.contents();
      const json = { ids: [...ids, ...UNKNOWN], action: "trash", dry_run: true };
      const { results } = await finished(await bulk(json));
      expect(results.slice(0, 4).map(({ status }) => status)).to.deep.equal([200, 200, 200, 404]);
      expect(await calendar.contents()).to.equal(before);
    });

    it("starts one job for an Idempotency-Key", async () => {
      const json = { ids: [...ids, ...UNKNOWN], action: "shift", values: { days: 1 } };
      const key = { "Idempotency-Key": "job" };
      const first = await bulk(json, "editor", key);
      const again = await bulk(json, "editor", key);
      expect([again.status, again.headers.location]).to.deep.equal([202, first.headers.location]);
      await finished(first);
      expect(await startOf(ids[0] as number)).to.equal("2031-05-02 20:00:00");
    });

    it("keeps unexpected errors and long refusals of plugins as the results of their records", async () => {
      await calendar.close();
      const faulty: WriteHook = {
        beforeSave({ record, before }) {
          if (before === undefined) return record;
          if (record.id === ids[0]) throw new TypeError("a secret of the plugin");
          if (record.id !== ids[1]) return record;
          return { problem: { parameter: "title", text: `${"\u0001😀".repeat(1_000)}` } };
        },
      };
      const plugin = { name: "faulty", setup: () => ({ writeHooks: [faulty] }) };
      calendar = await startCalendar(store, { scheduler: true, plugins: [plugin] });
      ids = [await make(), await make(), await make()];
      const { job, results } = await finished(await bulk({ ids: [...ids, ...UNKNOWN], action: "cancel" }));
      expect(job).to.include({ state: "done", done: 253 });
      expect(results.slice(0, 4).map(({ status }) => status)).to.deep.equal([500, 400, 200, 404]);
      expect((results[0] as Body).error.code).to.equal("internal_server_error");
      expect(JSON.stringify(results)).to.not.include("secret");
      const { body } = await calendar.get(`/events/${ids[0]}`, { as: "editor" });
      expect(body.event_status).to.equal("scheduled");
    });

    it("runs the check of a hook before the transaction, so that other requests can write meanwhile", async () => {
      await calendar.close();
      const checked: number[] = [];
      const written: number[] = [];
      const check: WriteHook["check"] = async ({ record, before, trace }) => {
        if (before === undefined || trace !== undefined) return undefined;
        checked.push(record.id);
        written.push((await calendar.post("/events", { as: "editor", json: EVENT })).status);
        return record.id === ids[1] ? { problem: { parameter: "title" } } : undefined;
      };
      const plugin = { name: "slow", setup: () => ({ writeHooks: [{ check }] }) };
      calendar = await startCalendar(store, { scheduler: true, plugins: [plugin] });
      ids = [await make(), await make()];
      const { results } = await finished(await bulk({ ids: [...ids, ...UNKNOWN], action: "cancel" }));
      expect(results.slice(0, 3).map(({ status }) => status)).to.deep.equal([200, 400, 404]);
      expect([checked, written]).to.deep.equal([ids, [201, 201]]);
    });

    it("changes nothing with another number than the expected one", async () => {
      const json = { ids: [...ids, ...UNKNOWN], expected: 7, action: "trash" };
      expect((await bulk(json)).status).to.equal(409);
      expect(await jobsIn(calendar.store.documents).oldestOpen()).to.equal(undefined);
    });

    it("accepts at most 100,000 ids, as one text if they are too many for a list (rules/bulk.md#bounds)", async () => {
      await calendar.close();
      calendar = await startCalendar(store);
      const first = (count: number): readonly number[] =>
        Array.from({ length: count }, (_, index) => index + 1);
      const { status, body } = await bulk({ ids: first(100_000).join(","), action: "trash" });
      expect([status, body.progress?.total]).to.deep.equal([202, 100_000]);
      for (const ids of [first(100_001).join(","), first(10_000)]) {
        const refused = await bulk({ ids, action: "trash" });
        expect([refused.status, Object.keys(refused.body.data.params)]).to.deep.equal([400, ["ids"]]);
      }
    });
  });
}

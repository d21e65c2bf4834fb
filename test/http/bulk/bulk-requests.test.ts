import { expect } from "chai";
import type { Body, TestResponse } from "../client.ts";
import { type StartedCalendar, servedStores, startCalendar } from "../start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 20:00:00", end_date: "2031-05-01 22:30:00" };

for (const store of servedStores) {
  describe(`POST /events/bulk on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let ids: readonly number[];

    const make = async (values: object = {}, as = "editor"): Promise<number> =>
      (await calendar.post("/events", { as, json: { ...EVENT, ...values } })).body.id;
    const bulk = (json: object, as?: string, headers: Record<string, string> = {}): Promise<TestResponse> =>
      calendar.post("/events/bulk", { ...(as !== undefined && { as }), json, headers });
    const statusesOf = async (): Promise<readonly string[]> =>
      Promise.all(ids.map(async (id) => (await calendar.get(`/events/${id}`, { as: "editor" })).body.status));
    const outcomes = ({ body }: TestResponse): readonly unknown[] =>
      body.results.map((result: Body) => [result.status, result.error?.code]);

    beforeEach(async () => {
      calendar = await startCalendar(store);
      ids = [await make({ status: "draft" }), await make({ status: "draft" }), await make()];
    });
    afterEach(() => calendar.close());

    it("answers each record with the status of its own request, in order", async () => {
      const { body: venue } = await calendar.post("/venues", { as: "editor", json: { venue: "Pier" } });
      const own = await make({ status: "draft" }, "contributor");
      const answer = await bulk({ ids: [own, ids[0], 999_999, venue.id], action: "draft" }, "contributor");
      expect(answer.status).to.equal(200);
      expect(outcomes(answer)).to.deep.equal([
        [200, undefined],
        [403, "rest_forbidden"],
        [404, "rest-event-not-found"],
        [400, "rest-invalid-event-id"],
      ]);
    });

    it("changes a record once that is named twice, and answers it twice", async () => {
      const id = ids[0] as number;
      const { body } = await bulk({ ids: [id, id], action: "shift", values: { days: 1 } }, "editor");
      expect(body.results[0]).to.deep.equal(body.results[1]);
      const { body: event } = await calendar.get(`/events/${id}`, { as: "editor" });
      expect(event.start_date).to.equal("2031-05-02 20:00:00");
    });

    it("changes the events of a list, if it has the expected total", async () => {
      const filter = { status: "draft", start_date: "2031-01-01", page: 7, per_page: 1 };
      const wrong = await bulk({ filter, expected: 3, action: "publish" }, "editor");
      expect([wrong.status, wrong.body.code]).to.deep.equal([409, "rest_count_mismatch"]);
      expect(wrong.body.data.total).to.equal(2);
      expect(await statusesOf()).to.deep.equal(["draft", "draft", "publish"]);
      const { status, body } = await bulk({ filter, expected: 2, action: "publish" }, "editor");
      expect(status).to.equal(200);
      expect(body.results.map(({ id }: Body) => id)).to.have.members(ids.slice(0, 2));
      expect(await statusesOf()).to.deep.equal(["publish", "publish", "publish"]);
      const none = await bulk({ filter, expected: 0, action: "publish" }, "editor");
      expect(none.body).to.deep.equal({ results: [] });
    });

    it("selects only events that the list shows to the caller", async () => {
      const mine = await make({ status: "draft" }, "contributor");
      const filter = { status: "draft" };
      const { body: list } = await calendar.get("/events?status=draft", { as: "contributor" });
      expect(list.total).to.equal(1);
      const { body } = await bulk({ filter, expected: 1, action: "trash" }, "contributor");
      expect(body.results.map(({ id }: Body) => id)).to.deep.equal([mine]);
    });

    it("changes the events of a list in the order of the list", async () => {
      const later = await make({ start_date: "2031-06-01 20:00:00", end_date: "2031-06-01 21:00:00" });
      const filter = { status: "publish", orderby: "start_date", order: "desc" };
      const { body } = await bulk({ filter, expected: 2, action: "cancel" }, "editor");
      expect(body.results.map(({ id }: Body) => id)).to.deep.equal([later, ids[2]]);
      const idle = await bulk(
        { filter: { status: "publish", order: "desc" }, expected: 2, action: "cancel" },
        "editor",
      );
      expect([idle.status, Object.keys(idle.body.data.params)]).to.deep.equal([400, ["filter"]]);
    });

    it("compares the number of ids with the expected one, too", async () => {
      const answer = await bulk({ ids, expected: 2, action: "trash" }, "editor");
      expect([answer.status, answer.body.code]).to.deep.equal([409, "rest_count_mismatch"]);
    });

    it("stores nothing in a dry run, and shows what would happen", async () => {
      const before = await calendar.contents();
      for (const [action, values] of [
        ["publish", undefined],
        ["trash", undefined],
        ["duplicate", undefined],
        ["shift", { days: 3 }],
      ] as const) {
        const answer = await bulk({ ids: [...ids, 999_999], action, values, dry_run: true }, "editor");
        expect(outcomes(answer).map((one) => (one as readonly unknown[])[0])).to.deep.equal([
          200, 200, 200, 404,
        ]);
        for (const result of answer.body.results) expect(result).to.not.have.any.keys("etag", "duplicate");
      }
      expect(await calendar.contents()).to.equal(before);
    });

    it("is done once for an Idempotency-Key", async () => {
      const key = { "Idempotency-Key": "shift-all" };
      const json = { ids, action: "shift", values: { days: 1 } };
      const first = await bulk(json, "editor", key);
      const again = await bulk(json, "editor", key);
      expect(again.headers["idempotency-replayed"]).to.equal("true");
      expect(again.body).to.deep.equal(first.body);
      const { body } = await calendar.get(`/events/${ids[0]}`, { as: "editor" });
      expect(body.start_date).to.equal("2031-05-02 20:00:00");
      const other = await bulk({ ...json, values: { days: 2 } }, "editor", key);
      expect([other.status, other.body.code]).to.deep.equal([422, "rest_idempotency_mismatch"]);
    });

    it("changes only the records with a temporary error when it is sent again with its key", async () => {
      const key = { "Idempotency-Key": "again" };
      const own = await make({}, "author");
      const json = { ids: [own, ids[2]], action: "shift", values: { days: 1 } };
      const first = await bulk(json, "author", key);
      expect(outcomes(first)).to.deep.equal([
        [200, undefined],
        [403, "rest_forbidden"],
      ]);
      const again = await bulk(json, "author", key);
      expect(again.body).to.deep.equal(first.body);
      const { body } = await calendar.get(`/events/${own}`, { as: "author" });
      expect(body.start_date).to.equal("2031-05-02 20:00:00");
    });

    it("does nothing twice when it is sent again after a crash", async () => {
      const { documents } = calendar.store;
      const key = { "Idempotency-Key": "crash" };
      const shift = { ids, action: "shift", values: { days: 1 } };
      const copy = { ids: ids.slice(0, 1), action: "duplicate" };
      await bulk(shift, "editor", key);
      const first = await bulk(copy, "editor", { "Idempotency-Key": "copy" });
      // The process was killed after the last record was changed and before any response was stored.
      for (const kept of await documents.list({ collection: "kalends/idempotency", limit: 100 })) {
        const { collection, value } = kept;
        const { parts: _parts, text, ...is } = value.is as Record<string, never>;
        if (String(text).includes('"results"')) await documents.remove(collection, kept.key);
        else await documents.save({ collection, key: kept.key, value: { ...value, is } });
      }
      const before = await calendar.contents();
      expect(outcomes(await bulk(shift, "editor", key))).to.deep.equal(ids.map(() => [200, undefined]));
      const again = await bulk(copy, "editor", { "Idempotency-Key": "copy" });
      expect(again.body.results[0]).to.include({ status: 201, duplicate: first.body.results[0].duplicate });
      expect(await calendar.contents()).to.equal(before);
    });

    it("is refused in an atomic batch and possible in another one", async () => {
      const requests = [{ method: "POST", path: "/events/bulk", body: { ids, action: "trash" } }];
      const atomic = await calendar.post("/batch", { as: "editor", json: { atomic: true, requests } });
      expect(atomic.body.responses[0].status).to.equal(400);
      expect(await statusesOf()).to.deep.equal(["draft", "draft", "publish"]);
      const { body } = await calendar.post("/batch", { as: "editor", json: { requests } });
      expect(body.responses[0].body.results).to.have.length(3);
    });

    it("refuses a strict change that would be adjusted", async () => {
      const own = await make({ status: "draft" }, "contributor");
      const json = { ids: [own], action: "publish" };
      const { body } = await bulk(json, "contributor", { Prefer: "handling=strict" });
      expect(body.results[0].status).to.equal(400);
      expect(body.results[0].error.data.params).to.have.key("status");
    });

    it("names bad values and changes nothing", async () => {
      const before = await calendar.contents();
      const cases: readonly (readonly [object, string])[] = [
        [{ ids, action: "delete" }, "action"],
        [{ ids }, "action"],
        [{ action: "trash" }, "ids"],
        [{ ids: [], action: "trash" }, "ids"],
        [{ ids: ["x"], action: "trash" }, "ids"],
        [{ ids: [0], action: "trash" }, "ids"],
        [{ ids, filter: {}, action: "trash" }, "filter"],
        [{ filter: { status: "draft" }, action: "trash" }, "expected"],
        [{ filter: "status", expected: 1, action: "trash" }, "filter"],
        [{ filter: { stauts: "draft" }, expected: 1, action: "trash" }, "filter"],
        [{ filter: { status: "unknown" }, expected: 1, action: "trash" }, "filter"],
        [{ filter: { start_date: "never" }, expected: 1, action: "trash" }, "filter"],
        [{ ids, expected: -1, action: "trash" }, "expected"],
        [{ ids, action: "trash", scope: "following" }, "scope"],
        [{ ids, action: "trash", dry_rum: true }, "dry_rum"],
        [{ ids, action: "trash", values: { venue: 1 } }, "values"],
        [{ ids, action: "trash", values: 7 }, "values"],
        [{ ids, action: "categories" }, "values"],
        [{ ids, action: "categories", values: { add: ["Music"] } }, "values"],
        [{ ids, action: "categories", values: { add: [999_999] } }, "values"],
        [{ ids, action: "tags", values: { remove: [{}] } }, "values"],
        [{ ids, action: "venue", values: { venue: 999_999 } }, "values"],
        [{ ids, action: "venue", values: { venue: [1, 2] } }, "values"],
        [{ ids, action: "shift", values: { days: 1.5 } }, "values"],
        [{ ids, action: "shift", values: { days: 99_999 } }, "values"],
        [{ ids, action: "shift", values: { start_time: "25:00" } }, "values"],
      ];
      for (const [json, name] of cases) {
        const { status, body, text } = await bulk(json, "editor");
        expect(status, text).to.equal(400);
        const params = Array.isArray(body.data.params) ? body.data.params : Object.keys(body.data.params);
        expect(params, JSON.stringify(json)).to.deep.equal([name]);
      }
      expect(await calendar.contents()).to.equal(before);
    });

    it("is for callers who may edit or delete", async () => {
      expect((await bulk({ ids, action: "trash" })).status).to.equal(401);
      expect((await bulk({ ids, action: "trash" }, "subscriber")).status).to.equal(403);
    });
  });
}

import { findingsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores } from "../stores.ts";
import type { Sent, TestResponse } from "./client.ts";
import { sendBatch } from "./send-batch.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };
const as = "editor";

for (const store of stores) {
  describe(`addresses of merged venues on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let target: number;
    let source: number;

    const make = async (list: string, json: object): Promise<number> => {
      const { status, body, text } = await calendar.post(`/${list}`, { as, json });
      expect(status, text).to.equal(201);
      return body.id;
    };
    const merge = (into: number, from: number): Promise<TestResponse> =>
      calendar.post(`/venues/${into}/merge`, { as, json: { from: [from] } });
    const change = (path: string, json: object): Promise<TestResponse> =>
      calendar.send("PATCH", path, { as, json });
    const put = (id: string, json: object, sent: Sent = {}): Promise<TestResponse> =>
      calendar.send("PUT", `/venues/by-external-id/crm/${id}`, { as, json, ...sent });

    beforeEach(async () => {
      calendar = await startCalendar(store);
      target = await make("venues", { venue: "The Old Mill", external_ids: [{ source: "crm", id: "1" }] });
      source = await make("venues", { venue: "Old Mill", external_ids: [{ source: "crm", id: "2" }] });
    });
    afterEach(async () => {
      expect(await findingsOf(calendar.store)).to.deep.equal([]);
      await calendar.close();
    });

    // Source: rules/merging.md#tombstones, rules/history.md#recorded-writes.
    it("have no versions of the sources, and the target gets none by the merge", async () => {
      await change(`/venues/${source}`, { phone: "1" });
      await merge(target, source);
      expect(await calendar.store.versions.list(source, 9)).to.deep.equal([]);
      expect(await calendar.store.versions.list(target, 9)).to.deep.equal([]);
    });

    // Source: rules/merging.md#old-addresses.
    it("show and restore the versions of the target", async () => {
      await change(`/venues/${source}`, { phone: "1" });
      await change(`/venues/${target}`, { phone: "2" });
      await change(`/venues/${target}`, { phone: "3" });
      await merge(target, source);
      const [old, own] = [
        await calendar.get(`/venues/${source}/revisions`, { as }),
        await calendar.get(`/venues/${target}/revisions`, { as }),
      ];
      expect([old.status, old.body]).to.deep.equal([200, own.body]);
      const [{ revision }] = old.body.revisions;
      const shown = await calendar.get(`/venues/${source}/revisions/${revision}`, { as });
      expect([shown.body.record.id, shown.body.record.phone]).to.deep.equal([target, "2"]);
      const restored = await calendar.post(`/venues/${source}/revisions/${revision}/restore`, { as });
      expect([restored.status, restored.body.id, restored.body.phone]).to.deep.equal([200, target, "2"]);
      for (const path of ["", `/${revision}`])
        expect((await calendar.get(`/venues/${source}/revisions${path}`)).status).to.equal(401);
    });

    it("show when the target is in use", async () => {
      await make("events", { ...EVENT, venue: source });
      await merge(target, source);
      const range = "busy?from=2031-05-01&to=2031-05-02";
      const [old, own] = [
        await calendar.get(`/venues/${source}/${range}`),
        await calendar.get(`/venues/${target}/${range}`),
      ];
      expect([old.status, old.body.busy.length]).to.deep.equal([200, 1]);
      expect(old.body).to.deep.equal(own.body);
      const written = await calendar.post("/events", { as, json: { ...EVENT, venue: source } });
      expect(written.headers["x-kalends-notice"]).to.equal("venue-busy");
    });

    // Source: rules/merging.md#external-ids.
    it("are found by the external ids of the source", async () => {
      await merge(target, source);
      const written = await put("2", { phone: "7" });
      expect([written.status, written.body.id, written.body.phone]).to.deep.equal([200, target, "7"]);
      for (const id of ["1", "2"]) {
        const { body } = await calendar.get(`/venues?external_id=crm:${id}`, { as });
        expect(body.venues.map((venue: { id: number }) => venue.id)).to.deep.equal([target]);
      }
      const taken = await calendar.post("/venues", {
        as,
        json: { venue: "Third", external_ids: [{ source: "crm", id: "2" }] },
      });
      expect([taken.status, taken.body.code]).to.deep.equal([409, "rest_external_id_taken"]);
      // A body replaces the external ids of the source too, so one of them becomes free.
      await change(`/venues/${source}`, { external_ids: [] });
      expect((await put("2", { venue: "New" })).status).to.equal(201);
    });

    it("are in no pair of duplicates", async () => {
      for (const id of [target, source]) await change(`/venues/${id}`, { phone: "030 123456" });
      expect((await calendar.get("/venues/duplicates", { as })).body.duplicates).to.have.length(1);
      await merge(target, source);
      expect((await calendar.get("/venues/duplicates", { as })).body.duplicates).to.deep.equal([]);
    });

    // Source: rules/interface.md#notices.
    it("have the notices of restored and put events, also in batches", async () => {
      await make("events", { ...EVENT, title: "Other", venue: target });
      const event = { ...EVENT, venue: source };
      const id = await make("events", { ...event, external_ids: [{ source: "crm", id: "9" }] });
      await change(`/events/${id}`, { venue: "", title: "Blues" });
      await merge(target, source);
      const [{ revision }] = (await calendar.get(`/events/${id}/revisions`, { as })).body.revisions;
      const restore = { method: "POST", path: `/events/${id}/revisions/${revision}/restore` };
      const putEvent = { method: "PUT", path: "/events/by-external-id/crm/9", body: event };
      for (const { method, path, body } of [{ ...restore, body: {} }, putEvent]) {
        const answer = await calendar.send(method, path, { as, json: { ...body, dry_run: true } });
        expect([answer.status, answer.headers["x-kalends-notice"]], path).to.deep.equal([200, "venue-busy"]);
      }
      for (const atomic of [false, true]) {
        const { body, text } = await sendBatch(calendar, [restore, putEvent], { atomic });
        expect(body.responses, text).to.have.length(2);
        for (const { status, headers } of body.responses)
          expect([status, headers["x-kalends-notice"]], text).to.deep.equal([200, "venue-busy"]);
      }
    });
  });
}

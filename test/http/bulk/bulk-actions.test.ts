import { expect } from "chai";
import type { Body, TestResponse } from "../client.ts";
import { type StartedCalendar, servedStores, startCalendar } from "../start-calendar.ts";

const EVENT = {
  title: "Jazz",
  timezone: "Europe/Rome",
  start_date: "2031-05-01 20:00:00",
  end_date: "2031-05-01 22:30:00",
};

for (const store of servedStores) {
  describe(`the actions of POST /events/bulk on ${store.name}`, () => {
    let calendar: StartedCalendar;

    const make = async (values: object = {}, as = "editor"): Promise<Body> => {
      const { status, body, text } = await calendar.post("/events", { as, json: { ...EVENT, ...values } });
      expect(status, text).to.equal(201);
      return body;
    };
    const bulk = (json: object, as = "editor"): Promise<TestResponse> =>
      calendar.post("/events/bulk", { as, json });
    const read = async (id: number): Promise<Body> =>
      (await calendar.get(`/events/${id}`, { as: "editor" })).body;
    /** Makes a change that succeeds for every record. */
    const change = async (json: object, as = "editor"): Promise<readonly Body[]> => {
      const { status, body, text } = await bulk(json, as);
      expect(status, text).to.equal(200);
      for (const { error, status: done } of body.results)
        expect([done, error], text).to.deep.equal([done === 201 ? 201 : 200, undefined]);
      return body.results;
    };
    const term = async (list: string, name: string): Promise<number> =>
      (await calendar.post(`/${list}`, { as: "editor", json: { name } })).body.id;
    const idsOf = (terms: readonly Body[]): readonly number[] => terms.map(({ id }) => id);

    beforeEach(async () => {
      calendar = await startCalendar(store, { changes: true });
    });
    afterEach(() => calendar.close());

    it("change the status, and answer each record with its tag and its former revision", async () => {
      const [one, two] = [await make({ status: "draft" }), await make({ status: "pending" })];
      const before = await calendar.get(`/events/${one.id}`, { as: "editor" });
      const results = await change({ ids: [two.id, one.id], action: "publish" });
      expect(results.map(({ id }) => id)).to.deep.equal([two.id, one.id]);
      const [, { etag, previous_revision: previous }] = results as [Body, Body];
      expect(before.headers.etag).to.match(new RegExp(`^"${previous}-`));
      expect((await read(one.id)).status).to.equal("publish");
      const after = await calendar.send("PATCH", `/events/${one.id}`, {
        as: "editor",
        json: { title: "Blues" },
        headers: { "If-Match": etag },
      });
      expect(after.status, after.text).to.equal(200);
      await change({ ids: [one.id], action: "draft" });
      expect((await read(one.id)).status).to.equal("draft");
    });

    it("reduce the status without the right to publish, and say so", async () => {
      const { id } = await make({ status: "draft" }, "contributor");
      const [result] = await change({ ids: [id], action: "publish" }, "contributor");
      expect(result.adjusted).to.deep.equal(["status"]);
      expect((await read(id)).status).to.equal("pending");
    });

    it("move to the trash and restore the status before it, by rights", async () => {
      const [one, two] = [await make({ status: "private" }), await make()];
      const ids = [one.id, two.id];
      await change({ ids, action: "trash" });
      const { body: twice } = await bulk({ ids, action: "trash" });
      expect(twice.results.map((result: Body) => [result.status, result.error.code])).to.deep.equal([
        [410, "event-is-in-trash"],
        [410, "event-is-in-trash"],
      ]);
      await change({ ids, action: "restore" });
      expect((await read(one.id)).status).to.equal("private");
      expect((await read(two.id)).status).to.equal("publish");
      const { body: notThere } = await bulk({ ids: [one.id], action: "restore" });
      expect(notThere.results[0].status).to.equal(400);
      expect(notThere.results[0].error.data.params).to.have.key("action");
      const draft = await make({ status: "draft" }, "contributor");
      await calendar.send("PATCH", `/events/${draft.id}`, { as: "editor", json: { status: "private" } });
      await change({ ids: [draft.id], action: "trash" }, "contributor");
      await change({ ids: [draft.id], action: "restore" }, "contributor");
      expect((await read(draft.id)).status).to.equal("pending");
    });

    it("add and remove categories and tags", async () => {
      const [music, food, jazz] = [
        await term("categories", "Music"),
        await term("categories", "Food"),
        await term("tags", "jazz"),
      ];
      const [one, two] = [await make({ categories: [food] }), await make()];
      const ids = [one.id, two.id];
      await change({ ids, action: "categories", values: { add: [music], remove: [food] } });
      await change({ ids, action: "tags", values: { add: [jazz] } });
      for (const id of ids) {
        const { categories, tags } = await read(id);
        expect([idsOf(categories), idsOf(tags)]).to.deep.equal([[music], [jazz]]);
      }
      await change({ ids, action: "categories", values: { remove: [music] } });
      expect((await read(one.id)).categories).to.deep.equal([]);
    });

    it("set and remove the venue, with the notice of a venue in use", async () => {
      const { body: venue } = await calendar.post("/venues", { as: "editor", json: { venue: "Pier Nine" } });
      const [one, two] = [await make(), await make()];
      const results = await change({ ids: [one.id, two.id], action: "venue", values: { venue: venue.id } });
      expect(results.map(({ notices }) => notices)).to.deep.equal([undefined, ["venue-busy"]]);
      expect((await read(two.id)).venue.id).to.equal(venue.id);
      await change({ ids: [two.id], action: "venue", values: { venue: null } });
      expect((await read(two.id)).venue).to.deep.equal([]);
    });

    it("cancel", async () => {
      const { id } = await make();
      await change({ ids: [id], action: "cancel" });
      expect((await read(id)).event_status).to.equal("cancelled");
    });

    it("shift by days and to another time, and keep the wall clock and the length", async () => {
      // Clocks go forward on 30 March 2031 and back on 26 October 2031.
      const winter = await make({ start_date: "2031-03-29 20:00:00", end_date: "2031-03-29 22:30:00" });
      const across = await make({ start_date: "2031-03-22 22:00:00", end_date: "2031-03-23 06:00:00" });
      const nominal = await make({ start_date: "2031-03-28 10:00:00", end_date: "P1D" });
      await change({ ids: [winter.id, nominal.id], action: "shift", values: { days: 1 } });
      await change({ ids: [across.id], action: "shift", values: { days: 7 } });
      const shown = async (id: number): Promise<readonly string[]> => {
        const { start_date: start, end_date: end, utc_start_date: utc } = await read(id);
        return [start, end, utc];
      };
      expect(await shown(winter.id)).to.deep.equal([
        "2031-03-30 20:00:00",
        "2031-03-30 22:30:00",
        "2031-03-30 18:00:00",
      ]);
      // Eight hours, in a night without the hour from two to three.
      expect((await shown(across.id)).slice(0, 2)).to.deep.equal([
        "2031-03-29 22:00:00",
        "2031-03-30 07:00:00",
      ]);
      expect((await shown(nominal.id)).slice(0, 2)).to.deep.equal([
        "2031-03-29 10:00:00",
        "2031-03-30 10:00:00",
      ]);
      const [gap] = await change({
        ids: [winter.id],
        action: "shift",
        values: { days: 0, start_time: "02:30" },
      });
      expect(gap.adjusted).to.deep.equal(["start_date"]);
      expect((await shown(winter.id)).slice(0, 2)).to.deep.equal([
        "2031-03-30 03:30:00",
        "2031-03-30 06:00:00",
      ]);
      await change({ ids: [winter.id], action: "shift", values: { days: -30, start_time: "19:15:30" } });
      expect((await shown(winter.id)).slice(0, 2)).to.deep.equal([
        "2031-02-28 19:15:30",
        "2031-02-28 21:45:30",
      ]);
    });

    it("shift all-day events by days alone", async () => {
      const { id } = await make({ all_day: true, start_date: "2031-05-01", end_date: "2031-05-03" });
      await change({ ids: [id], action: "shift", values: { days: 31 } });
      const { start_date: start, end_date: end, all_day: allDay } = await read(id);
      expect([start, end, allDay]).to.deep.equal(["2031-06-01 00:00:00", "2031-06-03 23:59:59", true]);
      const { body } = await bulk({ ids: [id], action: "shift", values: { start_time: "10:00" } });
      expect(body.results[0].status).to.equal(400);
      expect(body.results[0].error.data.params.values).to.include("values[start_time]");
    });

    it("duplicate as a draft of the caller, without external ids and cancellation", async () => {
      const { body: venue } = await calendar.post("/venues", { as: "editor", json: { venue: "Pier Nine" } });
      const category = await term("categories", "Music");
      const source = await make(
        {
          ...{ description: "<p>All night.</p>", cost: ["15€", "25€"], featured: true, excerpt: "Jazz" },
          ...{ venue: venue.id, categories: [category], event_status: "cancelled", all_day: false },
          external_ids: [{ source: "tickets", id: "7" }],
        },
        "author",
      );
      const [result] = await change({ ids: [source.id], action: "duplicate" });
      expect(result).to.include({ id: source.id, status: 201 });
      expect(result).to.not.have.key("previous_revision");
      const copy = await read(result.duplicate);
      expect(copy.id).to.not.equal(source.id);
      for (const name of ["title", "description", "excerpt", "cost", "start_date", "end_date", "featured"])
        expect(copy[name], name).to.deep.equal(source[name]);
      expect(copy).to.include({ status: "draft", author: String(calendar.users.get("editor")) });
      expect([copy.venue.id, idsOf(copy.categories)]).to.deep.equal([venue.id, [category]]);
      expect(copy.event_status).to.equal("scheduled");
      const edited = await calendar.get(`/events/${copy.id}?context=edit`, { as: "editor" });
      expect(edited.body.external_ids).to.deep.equal([]);
      expect((await read(source.id)).event_status).to.equal("cancelled");
    });

    it("are written like single requests, with history and changes", async () => {
      const { id } = await make();
      const { body: from } = await calendar.get("/changes", { as: "editor" });
      const [{ previous_revision: previous }] = (await change({ ids: [id], action: "cancel" })) as [Body];
      const { body: changes } = await calendar.get(`/changes?since=${encodeURIComponent(from.next_token)}`, {
        as: "editor",
      });
      expect(JSON.stringify(changes)).to.include(`"id":${id}`);
      const restored = await calendar.post(`/events/${id}/revisions/${previous}/restore`, { as: "editor" });
      expect(restored.status, restored.text).to.equal(200);
      expect((await read(id)).event_status).to.equal("scheduled");
    });
  });
}

import { expect } from "chai";
import { findHarm } from "../harmless-html.ts";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { firstStore } from "../stores.ts";
import { plugin } from "./sample-plugin.ts";

const WHEN = { start_date: "2031-04-01 10:00:00", end_date: "2031-04-01 12:00:00" };

interface Entry {
  readonly id: number;
  readonly title: string;
}

for (const store of firstStore) {
  describe(`contributions of plugins on ${store.name}`, () => {
    let calendar: StartedCalendar;
    beforeEach(async () => {
      calendar = await startCalendar(store, { plugins: [plugin({ greeting: "hi" })] });
    });
    afterEach(() => calendar.close());

    const add = async (path: string, json: object): Promise<number> => {
      const { status, text, body } = await calendar.post(path, { as: "editor", json });
      expect(status, text).to.equal(201);
      return body.id;
    };
    const addEvent = (title: string, json: object = {}): Promise<number> =>
      add("/events", { title, ...WHEN, ...json });

    describe("hooks and policies", () => {
      it("look at built-in fields, and take rights away", async () => {
        const json = { title: "Beige", ...WHEN };
        const { status, body } = await calendar.post("/events", { as: "editor", json });
        expect([status, body.data.params]).to.deep.equal([400, { title: "There is no such colour." }]);
        const hall = await add("/venues", { venue: "Main hall" });
        const removed = await calendar.send("DELETE", `/venues/${hall}`, { as: "editor" });
        expect([removed.status, removed.headers.allow?.includes("DELETE")]).to.deep.equal([403, false]);
      });
    });

    describe("fields", () => {
      it("are written, shown, kept by updates that do not name them, and cleared by null and by nothing", async () => {
        const id = await addEvent("Painted", { colour: "red", note: "kept to ourselves" });
        const update = (json: object) => calendar.send("PUT", `/events/${id}`, { as: "editor", json });
        const shown = async () => (await calendar.get(`/events/${id}`)).body;
        expect(await shown())
          .to.include({ colour: "red" })
          .and.not.have.property("note");
        await update({ title: "Renamed" });
        expect(await shown()).to.include({ title: "Renamed", colour: "red" });
        expect((await calendar.store.events.find(id))?.extensions).to.deep.equal({
          sample: { colour: "red", note: "kept to ourselves" },
        });
        const back = { ...(await shown()), image: "", letters: 1, asked_colour: "red", shade: "dark" };
        expect((await update(back)).headers["x-kalends-adjusted"]).to.equal("shade");
        expect((await update({ colour: null })).body.colour).to.equal(null);
        await update({ colour: "blue" });
        expect((await update({ colour: "", note: null })).body.colour).to.equal(null);
        expect((await calendar.store.events.find(id))?.extensions).to.deep.equal({});
      });

      it("are null where nobody set them", async () => {
        const id = await addEvent("Plain");
        expect((await calendar.get(`/events/${id}`)).body.colour).to.equal(null);
      });

      it("are checked like those of the record, and nothing is stored when they are wrong", async () => {
        const before = await calendar.contents();
        const answer = await calendar.post("/events", {
          as: "editor",
          json: { title: "Wrong", ...WHEN, colour: "beige", featured: "maybe" },
        });
        expect(answer.status).to.equal(400);
        expect(answer.body.data.params.colour).to.equal("There is no such colour.");
        for (const seats of ["many", 1.5, [1], { a: 1 }, true]) {
          const refused = await calendar.post("/venues", { as: "editor", json: { venue: "Hall", seats } });
          expect(refused.status, JSON.stringify(seats)).to.equal(400);
          expect(refused.body.data.params).to.have.keys("seats");
        }
        expect(await calendar.contents()).to.equal(before);
      });

      it("are read from forms, and texts are kept without markup", async () => {
        const form = { organizer: "Ann", form: ' <script>alert(1)</script>Lim<b>ited</b> <img src="x' };
        const { body, headers } = await calendar.post("/organizers", { as: "editor", form });
        expect(body.form).to.equal('Limited &lt;img src="x');
        expect(headers["x-kalends-adjusted"]).to.equal("form");
        const link = '<a href="javascript&amp;#58;alert(1)">Limited</a> &lt;img src=x onerror=alert(1)&gt;';
        const { body: disguised } = await calendar.post("/organizers", {
          as: "author",
          json: { organizer: link, form: link },
        });
        for (const text of [disguised.form, disguised.organizer])
          expect(findHarm(text), text).to.deep.equal([]);
        const { body: cleared } = await calendar.post(`/organizers/${body.id}`, {
          as: "editor",
          form: { form: "" },
        });
        expect(cleared.form).to.equal(null);
      });

      it("come inside events with the data of venues and organizers, and are shown there", async () => {
        const id = await addEvent("Linked", {
          venue: { venue: "Hall", seats: "120" },
          organizer: [{ organizer: "Ann", form: "Limited" }, { organizer: "Ben" }],
        });
        const { body } = await calendar.get(`/events/${id}`);
        expect(body.venue.seats).to.equal(120);
        expect(body.organizer.map(({ form }: { form: unknown }) => form)).to.deep.equal(["Limited", null]);
        const refused = await calendar.post("/events", {
          as: "editor",
          json: { title: "Wrong", ...WHEN, venue: { venue: "Other", seats: "x" } },
        });
        expect(refused.status).to.equal(400);
        expect(refused.body.data.params).to.have.keys("venue");
        expect((await calendar.get("/venues")).body.total).to.equal(1);
      });

      it("survive the trash and back", async () => {
        const id = await addEvent("Trashed", { colour: "green" });
        await calendar.send("DELETE", `/events/${id}`, { as: "editor" });
        const { body } = await calendar.send("PUT", `/events/${id}`, {
          as: "editor",
          json: { status: "publish" },
        });
        expect(body.colour).to.equal("green");
      });
    });

    describe("eventFilters", () => {
      it("narrow the list, are kept in links and add the members they announced", async () => {
        for (const title of ["A", "B", "C"])
          await addEvent(title, { colour: "red", venue: { venue: "Hall" } });
        await addEvent("D", { colour: "blue" });
        const { body, headers } = await calendar.get("/events?colour=red&per_page=2");
        expect(body.events.map(({ title }: Entry) => title)).to.deep.equal(["A", "B"]);
        expect(body.total).to.equal(3);
        expect(body.next_rest_url).to.include("colour=red");
        expect(headers).not.to.have.property("x-kalends-ignored");
        expect(body.events[0]).to.include({ asked_colour: "red" }).and.not.have.property("unannounced");
        expect(body.events[0].id).to.be.a("number");
        expect(body.events[0].venue).not.to.have.property("unannounced");
        expect((await calendar.get("/events")).body.events[0]).not.to.have.property("asked_colour");
      });
    });

    describe("venueFilters", () => {
      it("narrow the list, are kept in links and add the members they announced", async () => {
        const id = await add("/venues", { venue: "Hall", seats: 120 });
        await add("/venues", { venue: "Field" });
        const { body } = await calendar.get("/venues?seats=120");
        expect(body.venues).to.have.length(1);
        expect(body.venues[0]).to.include({ id, seats: 120, asked_seats: 120 });
        expect(body.rest_url).to.include("seats=120");
        expect((await calendar.get("/venues?seats=x")).body.data.params).to.have.keys("seats");
      });
    });

    describe("organizerFilters", () => {
      it("narrow the list and are kept in links", async () => {
        const id = await add("/organizers", { organizer: "Ann", form: "Limited" });
        await add("/organizers", { organizer: "Ben", form: "Other" });
        const { body } = await calendar.get("/organizers?form=Limited");
        expect(body.organizers.map((organizer: Entry) => organizer.id)).to.deep.equal([id]);
        expect(body.rest_url).to.include("form=Limited");
      });
    });

    describe("members", () => {
      // rules/representations.md#plugin-members
      it("are added wherever a record is shown, for the caller, and only those that were announced", async () => {
        const id = await addEvent("Seven c");
        const { body: single } = await calendar.get(`/events/${id}`, { as: "author" });
        expect(single).to.include({ id, letters: 7, seen_by: calendar.users.get("author") });
        const { body: list } = await calendar.get("/events");
        expect(list.events[0]).to.include({ id, letters: 7, seen_by: null });
      });

      it("that fail are left out of the answer, which is given all the same", async () => {
        for (const title of ["Breaks members", "No JSON"]) {
          const id = await addEvent(title);
          const { status, body } = await calendar.get(`/events?search=${encodeURIComponent(title)}`);
          expect(status).to.equal(200);
          expect(body.events[0]).to.include({ id, colour: null }).and.not.have.property("letters");
        }
      });

      it("can be selected with _fields", async () => {
        await addEvent("Chosen");
        const { body } = await calendar.get("/events?_fields=events.letters");
        expect(body).to.deep.equal({ events: [{ letters: 6 }] });
      });
    });

    describe("routes", () => {
      it("answer below the namespace with checked values", async () => {
        await addEvent("A", { colour: "red" });
        await addEvent("B", { colour: "red", status: "draft" });
        const { status, body } = await calendar.get("/colours?prefix=is-");
        expect(status).to.equal(200);
        expect(body).to.deep.equal({ greeting: "hi", counts: { "is-red": 1, "is-green": 0, "is-blue": 0 } });
        expect((await calendar.get("/colours?prefix[]=1")).status).to.equal(400);
        expect((await calendar.get("/colours", { as: "editor" })).body.counts.red).to.equal(2);
      });

      it("ask for rights, name what is missing and answer as they please", async () => {
        const id = await addEvent("A");
        const paint = (as?: string, json: object = { colour: "red" }, target: number | string = id) =>
          calendar.send("PUT", `/colours/${target}`, { json, ...(as !== undefined && { as }) });
        expect((await paint()).status).to.equal(401);
        expect((await paint("author")).status).to.equal(403);
        expect((await paint("editor", {})).body.data.params).to.deep.equal(["colour"]);
        expect((await paint("editor", { colour: "red" }, "9".repeat(30))).status).to.equal(404);
        expect((await paint("editor", { colour: "red" }, "x")).status).to.equal(404);
        const { status, headers } = await paint("editor");
        expect(status).to.equal(202);
        expect(headers).to.include({ "x-painted": "yes", allow: "PUT" });
        expect((await calendar.get(`/events/${id}`)).body.colour).to.equal("red");
        expect((await calendar.post("/colours", { as: "editor", json: {} })).status).to.equal(404);
      });

      it("that answer headers that cannot be sent fail like others", async () => {
        const { status, body } = await calendar.get(`/colours?prefix=${encodeURIComponent("\u20ac")}`);
        expect([status, body.code]).to.deep.equal([500, "internal_server_error"]);
      });

      it("are in the index, in any letter case", async () => {
        const { body } = await calendar.get("/");
        expect(Object.keys(body.routes)).to.include.members([
          "/tribe/events/v1/colours",
          "/tribe/events/v1/colours/(?P<id>\\d+)",
        ]);
        expect((await calendar.get("/COLOURS")).status).to.equal(200);
      });
    });

    describe("jobs", () => {
      it("are run by a host without a scheduler, and change what is not set", async () => {
        const id = await add("/venues", { venue: "Hall" });
        const taken = await add("/venues", { venue: "Field", seats: 5 });
        const modified = (await calendar.get(`/venues/${id}`)).body.modified_utc;
        expect(calendar.calendar.jobs.map((job) => `${job.plugin} ${job.name}`)).to.deep.equal([
          "sample seat-venues",
        ]);
        await Promise.all(calendar.calendar.jobs.map((job) => job.run()));
        expect((await calendar.get(`/venues/${id}`)).body).to.include({
          seats: 1,
          geo_lat: 1,
          geo_lng: 2,
          modified_utc: modified,
        });
        expect((await calendar.get(`/venues/${taken}`)).body).to.include({ seats: 5 });
      });
    });
  });
}

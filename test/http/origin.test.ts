import { expect } from "chai";
import { stores } from "../stores.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-16 20:30:00", end_date: "2031-05-16 23:00:00" };
const SUBSCRIBED = { importer: "feeds", subscription: "12" };

for (const store of stores) {
  describe(`where a record comes from, on ${store.name}`, () => {
    let calendar: StartedCalendar;

    beforeEach(async () => {
      calendar = await startCalendar(store);
    });
    afterEach(() => calendar.close());

    /** Creates an event as an importer does it. */
    const imported = async (values: object = {}, origin: object = SUBSCRIBED): Promise<number> => {
      const api = await calendar.calendar.as({ id: calendar.users.get("editor") ?? 0, roles: ["editor"] });
      const written = await api.events.create({ ...EVENT, ...values }, { origin: origin as never });
      return written.event.id;
    };
    const created = async (): Promise<number> =>
      (await calendar.post("/events", { as: "editor", json: EVENT })).body.id;
    const shown = async (path: string, as?: string) =>
      (await calendar.get(path, as === undefined ? {} : { as })).body;

    // rules/origin.md#context-edit, rules/origin.md#origin-member
    it("is shown with context=edit to who may edit the record", async () => {
      const id = await imported({ venue: { venue: "Hall" } });
      const path = `/events/${id}?context=edit`;
      const event = await shown(path, "editor");
      expect(event.origin).to.deep.equal(SUBSCRIBED);
      expect(event.venue.origin).to.deep.equal(SUBSCRIBED);
      for (const as of [undefined, "subscriber", "contributor", "author"])
        expect(await shown(path, as), String(as)).to.not.have.property("origin");
      expect(await shown(`/events/${id}`, "editor")).to.not.have.property("origin");
      expect(await shown(`/events/${id}?context=view`, "editor")).to.not.have.property("origin");
      expect((await shown(`/events/${await created()}?context=edit`, "editor")).origin).to.equal(null);
      for (const list of ["/events", "/venues"]) {
        const name = list.slice(1);
        const [first] = (await shown(`${list}?context=edit`, "editor"))[name];
        expect(first.origin, list).to.deep.equal(SUBSCRIBED);
        // A visitor gets the same answer as before, although an editor has just read it.
        const [plain] = (await shown(`${list}?context=edit`))[name];
        expect(plain, list).to.not.have.property("origin");
      }
    });

    // rules/origin.md#filter-origin
    it("is a filter of lists for who may edit", async () => {
      const one = await imported({ title: "One", organizer: { organizer: "Ann" } });
      const two = await imported({ title: "Two" }, { importer: "feeds", subscription: "13" });
      const three = await imported({ title: "Three" }, { importer: "lists" });
      const own = await created();
      const idsOf = async (origin: string) =>
        (await shown(`/events?origin=${origin}`, "contributor")).events.map(({ id }: { id: number }) => id);
      expect(await idsOf("feeds")).to.have.members([one, two]);
      expect(await idsOf("feeds:12")).to.deep.equal([one]);
      expect(await idsOf("feeds:1")).to.deep.equal([]);
      expect(await idsOf("lists")).to.deep.equal([three]);
      expect(await idsOf("none")).to.deep.equal([own]);
      expect((await shown("/organizers?origin=feeds:12", "editor")).organizers).to.have.length(1);
      expect((await shown("/organizers?origin=none", "editor")).organizers).to.have.length(0);
      for (const [as, query] of [
        [undefined, "feeds"],
        ["subscriber", "none"],
        ["editor", ""],
        ["editor", "Not%20a%20name"],
      ] as const)
        for (const list of ["events", "venues", "organizers"]) {
          const sent = as === undefined ? {} : { as };
          const { status, body } = await calendar.get(`/${list}?origin=${query}`, sent);
          expect([status, body.code], `${as} ${list} ${query}`).to.deep.equal([400, "rest_invalid_param"]);
        }
    });

    it("of an occurrence is that of its series, also after it ended", async () => {
      const id = await imported({ recurrence: { rules: ["FREQ=DAILY;COUNT=3"] } });
      const listed = async () => (await shown("/events?origin=feeds&context=edit", "editor")).events;
      expect((await listed()).map(({ origin }: { origin: object }) => origin)).to.deep.equal([
        SUBSCRIBED,
        SUBSCRIBED,
        SUBSCRIBED,
      ]);
      const [occurrence] = await listed();
      const { status, body } = await calendar.post(`/events/${occurrence.id}/detach?context=edit`, {
        as: "editor",
      });
      expect([status, body.id, body.origin]).to.deep.equal([200, occurrence.id, null]);
      expect(await listed()).to.deep.equal([]);
      expect((await calendar.store.events.find(id))?.isDetached).to.equal(true);
      expect((await shown("/events?origin=none", "editor")).events).to.have.length(3);
    });

    // rules/origin.md#detach
    it("ends when the event is detached, once", async () => {
      const id = await imported();
      const detach = (query = "", more: object = {}) =>
        calendar.post(`/events/${id}/detach${query}`, { as: "editor", ...more });
      const revision = async () => (await calendar.store.events.find(id))?.revision ?? 0;
      const before = await revision();
      for (const as of ["author", "contributor", "subscriber"])
        expect((await detach("", { as })).status, as).to.equal(403);
      expect((await calendar.post(`/events/${id}/detach`)).status).to.equal(401);
      expect((await detach("", { headers: { "if-match": '"999"' } })).status).to.equal(412);
      expect((await detach("?dry_run=true")).status).to.equal(200);
      expect([await revision(), (await calendar.store.events.find(id))?.origin]).to.deep.equal([
        before,
        SUBSCRIBED,
      ]);
      const done = await detach();
      expect(done.status, done.text).to.equal(200);
      expect(done.headers).to.have.property("etag");
      expect(await revision()).to.equal(before + 1);
      const stored = await calendar.store.events.find(id);
      expect(stored).to.include({ isDetached: true });
      expect(stored).to.not.have.property("origin");
      expect((await detach()).status).to.equal(200);
      expect(await revision()).to.equal(before + 1);
      expect((await calendar.post("/events/9999/detach", { as: "editor" })).status).to.equal(404);
    });

    // rules/origin.md#source-wins
    it("is noticed by changes by hand that the source may overwrite", async () => {
      const patch = (id: number) =>
        calendar.send("PATCH", `/events/${id}`, { as: "editor", json: { title: "X" } });
      const id = await imported();
      expect((await patch(id)).headers["x-kalends-notice"]).to.equal("source-wins");
      await calendar.post(`/events/${id}/detach`, { as: "editor" });
      expect((await patch(id)).headers).to.not.have.property("x-kalends-notice");
      for (const other of [await created(), await imported({}, { importer: "lists" })])
        expect((await patch(other)).headers).to.not.have.property("x-kalends-notice");
    });
  });
}

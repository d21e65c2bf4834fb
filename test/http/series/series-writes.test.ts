import { expect } from "chai";
import { stores } from "../../stores.ts";
import type { Body, Sent } from "../client.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";

const JAZZ = {
  title: "Jazz",
  start_date: "2031-05-06 19:00:00",
  end_date: "2031-05-06 21:00:00",
  timezone: "Europe/Rome",
};
const FOUR = { ...JAZZ, recurrence: { rules: ["FREQ=WEEKLY;COUNT=4"] } };
const WINDOW = "start_date=2031-01-01&end_date=2032-01-01&per_page=50";

for (const store of stores) {
  describe(`series that are written on ${store.name}`, () => {
    let calendar: StartedCalendar;
    beforeEach(async () => {
      calendar = await startCalendar(store);
    });
    afterEach(() => calendar.close());

    const create = async (json: object = FOUR): Promise<Body> => {
      const { status, text, body } = await calendar.post("/events", { as: "editor", json });
      expect(status, text).to.equal(201);
      return body;
    };
    const send = async (method: string, id: number, sent: Sent = {}): Promise<Body> => {
      const { status, text, body } = await calendar.send(method, `/events/${id}`, { as: "editor", ...sent });
      expect(status, text).to.equal(200);
      return body;
    };
    /** Returns id and start of each event in the list. */
    const listed = async (query = WINDOW, as?: string): Promise<readonly string[]> => {
      const { body } = await calendar.get(`/events?${query}`, as === undefined ? {} : { as });
      return (body.events ?? []).map((event: Body) => `${event.id} ${event.start_date.slice(5, 16)}`);
    };
    const ALL = ["2 05-06 19:00", "3 05-13 19:00", "4 05-20 19:00", "5 05-27 19:00"];

    it("answers the series, and lists its occurrences", async () => {
      const { id, slug, recurrence, is_recurring } = await create();
      expect([id, slug, is_recurring]).to.deep.equal([1, "jazz", true]);
      expect(recurrence).to.deep.include({ rules: ["FREQ=WEEKLY;COUNT=4"], dates: [], except: [] });
      expect(await listed()).to.deep.equal(ALL);
      expect((await calendar.get("/events/by-slug/jazz-2031-05-13")).body).to.deep.include({
        id: 3,
        start_date: "2031-05-13 19:00:00",
        utc_start_date: "2031-05-13 17:00:00",
      });
    });

    it("takes a form, and rules as one text", async () => {
      const form = new URLSearchParams(JAZZ);
      form.append("recurrence[rules]", "FREQ=WEEKLY;COUNT=4");
      form.append("recurrence[except][]", "2031-05-13 19:00:00");
      form.append("recurrence[except][]", "2031-05-20T19:00:00");
      const { status, text } = await calendar.post("/events", { as: "editor", form: form.toString() });
      expect(status, text).to.equal(201);
      expect(await listed()).to.deep.equal(["2 05-06 19:00", "3 05-27 19:00"]);
      await send("PATCH", 1, { form: "recurrence[rules]=" });
      expect(await listed()).to.deep.equal(["1 05-06 19:00"]);
    });

    it("moves, changes and gives back ids", async () => {
      const { id } = await create();
      await send("PATCH", id, {
        json: { start_date: "2031-05-07 20:00:00", end_date: "2031-05-07 22:00:00" },
      });
      const moved = ["2 05-07 20:00", "3 05-14 20:00", "4 05-21 20:00", "5 05-28 20:00"];
      expect(await listed()).to.deep.equal(moved);
      await send("PATCH", id, { json: { recurrence: { rules: ["FREQ=WEEKLY;INTERVAL=2;COUNT=2"] } } });
      expect(await listed()).to.deep.equal(["2 05-07 20:00", "4 05-21 20:00"]);
      await send("PATCH", id, { json: { recurrence: FOUR.recurrence } });
      expect(await listed()).to.deep.equal(moved);
    });

    it("takes back what it answers without a change", async () => {
      const { id } = await create();
      const { title, slug, start_date, end_date, recurrence, status } = (await calendar.get(`/events/${id}`))
        .body;
      const json = { title, slug, start_date, end_date, recurrence, status };
      const answer = await calendar.send("PUT", `/events/${id}`, { as: "editor", json });
      expect([answer.status, answer.headers["x-kalends-adjusted"]], answer.text).to.deep.equal([
        200,
        undefined,
      ]);
      expect(await listed()).to.deep.equal(ALL);
    });

    it("follows the series into the trash and back", async () => {
      const { id } = await create();
      await send("DELETE", id);
      expect(await listed()).to.deep.equal([]);
      const codes = await Promise.all(
        ["/events/1", "/events/3"].map(async (at) => (await calendar.get(at)).body.code),
      );
      expect(codes).to.deep.equal(["event-no-longer-available", "event-no-longer-available"]);
      await send("PATCH", id, { json: { status: "publish" } });
      expect(await listed()).to.deep.equal(ALL);
      expect((await calendar.get("/events/by-slug/jazz-2031-05-13")).body.id).to.equal(3);
    });

    it("keeps drafts from others, and shows them once they are published", async () => {
      const { id } = await create({ ...FOUR, status: "draft" });
      expect(await listed()).to.deep.equal([]);
      expect((await calendar.get("/events/3")).status).to.equal(403);
      expect(await listed(`${WINDOW}&status=draft`, "editor")).to.deep.equal(ALL);
      await send("PATCH", id, { json: { status: "publish" } });
      expect(await listed()).to.deep.equal(ALL);
    });

    it("counts a series once for its terms, and lets all its occurrences go with them", async () => {
      await create({ ...FOUR, categories: ["Concerts"], venue: { venue: "Hall" } });
      const { categories } = (await calendar.get("/categories")).body;
      expect(categories.map((term: Body) => [term.name, term.count])).to.deep.equal([["Concerts", 1]]);
      expect(await listed(`${WINDOW}&categories=concerts`)).to.have.length(4);
      const removed = await calendar.send("DELETE", `/categories/${categories[0].id}`, { as: "editor" });
      expect(removed.status, removed.text).to.equal(200);
      const venues = (await calendar.get("/venues")).body.venues;
      expect((await calendar.send("DELETE", `/venues/${venues[0].id}`, { as: "editor" })).status).to.equal(
        200,
      );
      for (const event of (await calendar.get(`/events?${WINDOW}`)).body.events)
        expect([event.categories, event.venue]).to.deep.equal([[], []]);
    });

    it("changes nothing where a recurrence is refused", async () => {
      const { id } = await create();
      const before = await calendar.contents();
      for (const recurrence of [
        { rules: ["FREQ=WEEKLY;BYDAY=WE"] },
        { rules: ["FREQ=MINUTELY;INTERVAL=15"] },
        { rules: ["FREQ=DAILY"], except: [["2031-05-06"]] },
        { rules: ["FREQ=DAILY"], until: "2031-06-01" },
        "FREQ=SOMETIMES",
        "every day",
      ]) {
        const { status, text, body } = await calendar.send("PATCH", `/events/${id}`, {
          as: "editor",
          json: { recurrence, title: "Blues" },
        });
        expect([status, Object.keys(body.data.params)], text).to.deep.equal([400, ["recurrence"]]);
      }
      expect(await calendar.contents()).to.equal(before);
    });
  });
}

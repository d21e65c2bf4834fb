import { expect } from "chai";
import { stores } from "../../stores.ts";
import type { Body } from "../client.ts";
import { NOW, type StartedCalendar, startCalendar } from "../start-calendar.ts";

const DAY = 24 * 60 * 60 * 1000;

for (const store of stores) {
  describe(`series and occurrences read on ${store.name}`, () => {
    let now = NOW;
    let calendar: StartedCalendar;
    before(async () => {
      calendar = await startCalendar(store, { clock: { now: () => now }, locales: ["de"] });
    });
    beforeEach(() => {
      now = NOW;
    });
    after(() => calendar.close());

    const add = async (json: object = {}): Promise<Body> => {
      const { status, text, body } = await calendar.post("/events", {
        as: "editor",
        json: {
          title: "Jam",
          start_date: "2031-04-01 20:00:00",
          end_date: "2031-04-01 23:00:00",
          recurrence: { rules: ["FREQ=WEEKLY;UNTIL=20310430"] },
          ...json,
        },
      });
      expect(status, text).to.equal(201);
      return body;
    };
    const occurrencesOf = async ({ id }: Body): Promise<readonly Body[]> =>
      (await calendar.get(`/events?series=${id}`, { as: "editor" })).body.events;
    const codeOf = async (path: string): Promise<unknown> => (await calendar.get(path)).body.code;
    const totalOf = async (query: string, as?: string): Promise<number> =>
      (await calendar.get(`/events?${query}`, as ? { as } : {})).body.total;

    it("say what comes next as the clock goes on, with another entity tag, whatever is kept of answers", async () => {
      const series = await add();
      expect(series.next_occurrence).to.include({
        recurrence_id: "2031-04-01 20:00:00",
        start_date: "2031-04-01 20:00:00",
        end_date: "2031-04-01 23:00:00",
        utc_start_date: "2031-04-02 00:00:00",
        utc_end_date: "2031-04-02 03:00:00",
      });
      const read = async (headers: Record<string, string> = {}) =>
        calendar.get(`/events/${series.id}`, { headers });
      const first = await read();
      const etag = String(first.headers.etag);
      expect((await read({ "if-none-match": etag })).status).to.equal(304);
      now = Date.UTC(2031, 3, 2, 0, 0, 0);
      expect((await read({ "if-none-match": etag })).status).to.equal(304);
      now += 1000;
      const second = await read({ "if-none-match": etag });
      expect(second.status).to.equal(200);
      expect(second.body.next_occurrence).to.include({ recurrence_id: "2031-04-08 20:00:00" });
      const next = await calendar.get(second.body.next_occurrence.rest_url.slice(calendar.origin.length));
      expect(next.body.start_date).to.equal("2031-04-08 20:00:00");
      now += 60 * DAY;
      expect((await read()).body.next_occurrence).to.equal(null);
      const included = await calendar.get(`/events?include=${series.id}`);
      expect(included.body.events[0].next_occurrence).to.equal(null);
    });

    it("are found by their slugs, with rules in UTC and structured data", async () => {
      const series = await add({ title: "Slugs" });
      const { body } = await calendar.get("/events/by-slug/slugs");
      expect(body.id).to.equal(series.id);
      expect(body.recurrence.rules).to.deep.equal(["FREQ=WEEKLY;UNTIL=20310501T035959Z"]);
      expect(body.json_ld.eventSchedule).to.deep.equal({
        "@type": "Schedule",
        repeatFrequency: "P1W",
        startDate: "2031-04-01",
        startTime: "20:00:00",
        endTime: "23:00:00",
        scheduleTimezone: "America/New_York",
        endDate: "2031-04-30",
      });
      const occurrence = await calendar.get("/events/by-slug/slugs-2031-04-15");
      expect(occurrence.body).to.include({ start_date: "2031-04-15 20:00:00", is_recurring: true });
      expect(occurrence.body.recurrence).to.include({ series_id: series.id });
      expect(occurrence.body.json_ld).to.include({ startDate: "2031-04-15T20:00:00-04:00" });
      expect(occurrence.body.json_ld).not.to.have.property("eventSchedule");
    });

    it("are shown as often as they are read, and anew after a change of the series", async () => {
      const series = await add();
      const path = `/events?series=${series.id}`;
      const first = await calendar.get(path);
      expect((await calendar.get(path)).text).to.equal(first.text);
      const german = await calendar.get(`//de/wp-json/tribe/events/v1${path}`);
      const texts = [first, german].map(({ body }) => body.events[0].recurrence.text);
      expect(texts[0]).to.match(/^Every week/);
      expect(texts[1]).to.match(/^Jede Woche/);
      const json = { recurrence: { rules: ["FREQ=WEEKLY;COUNT=9"] } };
      expect((await calendar.send("PATCH", `/events/${series.id}`, { as: "editor", json })).status).to.equal(
        200,
      );
      const { body } = await calendar.get(path);
      expect(body.total).to.equal(9);
      for (const { recurrence } of body.events)
        expect(recurrence.rules).to.deep.equal(["FREQ=WEEKLY;COUNT=9"]);
    });

    it("are shown without ids that a dry run does not make", async () => {
      const json = {
        title: "Dry",
        start_date: "2031-04-01",
        end_date: "2031-04-01",
        all_day: true,
        recurrence: { rules: ["FREQ=DAILY;COUNT=2"] },
      };
      const { status, body } = await calendar.post("/events?dry_run=true", { as: "editor", json });
      expect(status).to.equal(200);
      expect(body).to.include({ id: null, is_recurring: true, start_date: "2031-04-01 00:00:00" });
      expect(body.recurrence).to.include({ series_id: null });
      expect(body.next_occurrence).to.include({ id: null, rest_url: null, recurrence_id: "2031-04-01" });
      expect(await totalOf("search=dry")).to.equal(0);
    });

    it("are there for those who may see the series, and for nobody else", async () => {
      for (const status of ["draft", "private", "future"]) {
        const date = status === "future" ? { date: "2031-03-20 10:00:00" } : {};
        const series = await add({
          title: status,
          status: status === "future" ? "publish" : status,
          ...date,
        });
        const [occurrence] = await occurrencesOf(series);
        expect(occurrence).to.include({ status });
        for (const { id, slug } of [series, occurrence]) {
          expect(await codeOf(`/events/${id}`), status).to.equal("event-not-accessible");
          expect(await codeOf(`/events/by-slug/${slug || "x"}`)).to.be.a("string");
          expect((await calendar.get(`/events/${id}`, { as: "editor" })).status).to.equal(200);
          for (const path of [`/events?series=${id}`, `/venues?event=${id}`, `/tags?post=${id}`])
            expect(await codeOf(path), path).to.equal("rest_invalid_param");
          expect(await totalOf(`include=${id}`)).to.equal(0);
        }
        expect(await totalOf(`search=${status}`)).to.equal(0);
        expect(await totalOf(`search=${status}&status=${status}`, "editor")).to.equal(5);
      }
    });

    it("go to the trash and come back with the series", async () => {
      const series = await add({ title: "Basket" });
      const [{ id }] = await occurrencesOf(series);
      const gone = await calendar.send("DELETE", `/events/${series.id}`, { as: "editor" });
      expect(gone.body).to.include({ status: "trash", next_occurrence: null });
      expect(await totalOf("search=basket")).to.equal(0);
      expect(await codeOf(`/events/${id}`)).to.equal("event-no-longer-available");
      expect(await totalOf("search=basket&status=trash", "editor")).to.equal(5);
      const json = { status: "publish" };
      const back = await calendar.send("PATCH", `/events/${series.id}`, { as: "editor", json });
      expect(back.body.next_occurrence).to.include({ id });
      expect(await totalOf("search=basket")).to.equal(5);
    });

    it("are listed again as a single event when they recur no more", async () => {
      const series = await add({ title: "Once" });
      const [{ id }] = await occurrencesOf(series);
      const json = { recurrence: { rules: [], dates: [], except: [] } };
      const { body } = await calendar.send("PATCH", `/events/${series.id}`, { as: "editor", json });
      expect(body).to.include({ is_recurring: false }).and.not.have.any.keys("recurrence", "next_occurrence");
      const listed = await calendar.get("/events?search=once");
      expect(listed.body.events.map((event: Body) => event.id)).to.deep.equal([series.id]);
      expect(await codeOf(`/events/${id}`)).to.equal("event-no-longer-available");
      const trashed = await calendar.get("/events?search=once&status=trash", { as: "editor" });
      expect(trashed.body.events[0]).to.include({ id, is_recurring: true });
      expect(trashed.body.events[0].recurrence).to.deep.include({ series_id: series.id, rules: [] });
    });

    it("that recur no more still give their occurrences in the trash what lists look for", async () => {
      const series = await add({ title: "Solo", tags: ["old"] });
      const ended = { recurrence: { rules: [], dates: [], except: [] } };
      for (const json of [ended, { tags: ["new"], cost: "7" }])
        await calendar.send("PATCH", `/events/${series.id}`, { as: "editor", json });
      const trashedWith = async (query: string): Promise<number> =>
        (await calendar.get(`/events?status=trash&${query}`, { as: "editor" })).body.total;
      expect(await trashedWith("tags=old")).to.equal(0);
      expect(await trashedWith("tags=new")).to.equal(await trashedWith("search=solo"));
      expect(await trashedWith("tags=new&cost_min=7")).to.be.above(0);
    });
  });
}

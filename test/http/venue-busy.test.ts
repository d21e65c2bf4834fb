import { expect } from "chai";
import { stores } from "../stores.ts";
import { sendBatch } from "./send-batch.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

// The site of the tests is in New York, which is four hours behind UTC on these days.
const DAY = "from=2031-05-16&to=2031-05-17";
const NOTICE = "x-kalends-notice";

for (const store of stores) {
  describe(`when a venue is in use, on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let venue: number;

    beforeEach(async () => {
      calendar = await startCalendar(store);
      venue = (await calendar.post("/venues", { as: "editor", json: { venue: "Hall" } })).body.id;
    });
    afterEach(() => calendar.close());

    const at = (from: string, until: string, more: object = {}, query = "") =>
      calendar.post(`/events${query}`, {
        as: "editor",
        json: {
          ...{ title: "Jazz & more", start_date: `2031-05-16 ${from}`, end_date: `2031-05-16 ${until}` },
          ...{ venue: { id: venue }, ...more },
        },
      });
    const busy = async (as?: string, range = DAY) => {
      const { status, body, text } = await calendar.get(
        `/venues/${venue}/busy?${range.replaceAll(" ", "%20")}`,
        {
          ...(as !== undefined && { as }),
        },
      );
      expect(status, text).to.equal(200);
      return body.busy;
    };
    const startsOf = (times: readonly { readonly start: string }[]) =>
      times.map(({ start }) => start.slice(11, 16));

    // rules/free-busy.md#busy
    it("has the times of events that overlap the range, by start", async () => {
      const late = (await at("20:30", "23:00")).body;
      const early = (await at("09:00", "10:00", { timezone: "Europe/Rome" })).body;
      await at("23:30", "23:59", { venue: { venue: "Elsewhere" } });
      expect(await busy()).to.deep.equal([
        {
          ...{ start: "2031-05-16 09:00:00", end: "2031-05-16 10:00:00", timezone: "Europe/Rome" },
          ...{ id: early.id, title: "Jazz &#038; more" },
        },
        {
          ...{ start: "2031-05-16 20:30:00", end: "2031-05-16 23:00:00", timezone: "America/New_York" },
          ...{ id: late.id, title: "Jazz &#038; more" },
        },
      ]);
      const from = (text: string, to: string) => busy(undefined, `from=${text}&to=${to}`);
      expect(startsOf(await from("2031-05-16 20:30:00", "2031-05-16 20:30:01"))).to.deep.equal(["20:30"]);
      expect(await from("2031-05-16 23:00:00", "2031-05-17")).to.deep.equal([]);
      expect(await from("2031-05-16 12:00", "2031-05-16 20:30")).to.deep.equal([]);
      expect(startsOf(await from("2031-05-17T00:59:59Z", "2031-05-17T01:00Z"))).to.deep.equal(["20:30"]);
    });

    // rules/free-busy.md#busy-range
    it("refuses ranges that are missing, reversed or too long", async () => {
      for (const [query, names] of [
        ["", ["from", "to"]],
        ["from=2031-05-16", ["to"]],
        ["from=soon&to=2031-05-17", ["from"]],
        ["from=2031-05-17&to=2031-05-17", ["to"]],
        ["from=2031-05-17&to=2031-05-16", ["to"]],
        ["from=2031-01-01&to=2032-01-03", ["to"]],
        ["from[]=1&to=2031-05-16", ["from"]],
      ] as const) {
        const { status, body } = await calendar.get(`/venues/${venue}/busy?${query}`);
        expect(status, query).to.equal(400);
        for (const name of names) expect(JSON.stringify(body.data), query).to.contain(name);
      }
      expect(await busy(undefined, "from=2031-01-01&to=2032-01-02")).to.deep.equal([]);
      expect((await calendar.get(`/venues/${venue + 90}/busy?${DAY}`)).status).to.equal(400);
    });

    // rules/free-busy.md#counted-events
    it("counts events that the caller may not read only for those who may edit, without a name", async () => {
      await at("09:00", "10:00", { status: "draft" });
      await at("10:00", "11:00", { status: "private" });
      await at("11:00", "12:00", { hide_from_listings: true });
      await at("12:00", "13:00");
      expect(startsOf(await busy())).to.deep.equal(["12:00"]);
      expect(startsOf(await busy("subscriber"))).to.deep.equal(["12:00"]);
      const ofContributor = await busy("contributor");
      expect(startsOf(ofContributor)).to.deep.equal(["09:00", "10:00", "11:00", "12:00"]);
      expect(ofContributor.map((time: object) => "title" in time || "id" in time)).to.deep.equal([
        false,
        false,
        false,
        true,
      ]);
      // A hidden event has no name for anybody.
      expect((await busy("editor")).map((time: object) => "id" in time)).to.deep.equal([
        true,
        true,
        false,
        true,
      ]);
    });

    // rules/free-busy.md#busy-limit
    it("limits only what the caller may know of", async () => {
      const drafts = { status: "draft", recurrence: { rules: ["FREQ=HOURLY;COUNT=1001"] } };
      expect((await at("09:00", "09:30", drafts)).status).to.equal(201);
      await at("09:00", "10:00", { start_date: "2031-12-01 09:00", end_date: "2031-12-01 10:00" });
      const get = async (as?: string) =>
        (await calendar.get(`/venues/${venue}/busy?from=2031-05-01&to=2032-01-01`, as ? { as } : {})).body;
      const { busy: known, ...rest } = await get();
      expect([startsOf(known), rest]).to.deep.equal([["09:00"], {}]);
      const all = await get("editor");
      expect([all.busy.length, all.has_more]).to.deep.equal([1000, true]);
    });

    it("does not count what does not take place", async () => {
      for (const event_status of ["cancelled", "postponed", "moved_online"])
        await at("09:00", "10:00", { event_status });
      const { body } = await at("10:00", "11:00");
      await at("11:00", "11:00");
      expect(startsOf(await busy("editor"))).to.deep.equal(["10:00"]);
      await calendar.send("DELETE", `/events/${body.id}`, { as: "editor" });
      expect(await busy("editor")).to.deep.equal([]);
    });

    it("counts occurrences singly, with their own times", async () => {
      const { body: series } = await at("09:00", "10:00", { recurrence: { rules: ["FREQ=DAILY;COUNT=3"] } });
      const days = "from=2031-05-15&to=2031-05-30";
      expect((await busy(undefined, days)).map(({ start }: { start: string }) => start)).to.deep.equal([
        "2031-05-16 09:00:00",
        "2031-05-17 09:00:00",
        "2031-05-18 09:00:00",
      ]);
      const path = `/events/${series.id}/occurrences/2031-05-17T09:00:00`;
      await calendar.send("PATCH", path, { as: "editor", json: { event_status: "cancelled" } });
      expect(await busy(undefined, days)).to.have.length(2);
      await calendar.send("PATCH", `/events/${series.id}`, {
        as: "editor",
        json: { event_status: "cancelled" },
      });
      expect(await busy(undefined, days)).to.have.length(0);
    });

    it("refuses venues that the caller may not read", async () => {
      await calendar.send("PATCH", `/venues/${venue}`, { as: "editor", json: { status: "private" } });
      expect((await calendar.get(`/venues/${venue}/busy?${DAY}`)).body.code).to.equal("venue-not-accessible");
      expect(await busy("editor")).to.deep.equal([]);
    });

    // rules/free-busy.md#venue-busy
    it("is noticed by writes that overlap, without an adjustment, and never refuses them", async () => {
      const first = await at("09:00", "10:00");
      expect(first.headers).to.not.have.any.keys(NOTICE, "x-kalends-adjusted");
      const strict = { as: "editor", headers: { prefer: "handling=strict" } };
      const json = {
        ...{ title: "Two", start_date: "2031-05-16 09:30:00", end_date: "2031-05-16 09:45:00" },
        venue: { id: venue },
      };
      const second = await calendar.post("/events", { ...strict, json });
      expect([second.status, second.headers[NOTICE]]).to.deep.equal([201, "venue-busy"]);
      expect(second.headers).to.not.have.property("x-kalends-adjusted");
      expect(String(second.headers["access-control-expose-headers"])).to.contain("X-Kalends-Notice");
      expect((await at("10:00", "11:00")).headers).to.not.have.property(NOTICE);
      const path = `/events/${second.body.id}`;
      const patch = (changes: object) => calendar.send("PATCH", path, { as: "editor", json: changes });
      expect((await patch({ title: "Three" })).headers[NOTICE]).to.equal("venue-busy");
      expect((await patch({ event_status: "cancelled" })).headers).to.not.have.property(NOTICE);
      expect((await patch({ event_status: "scheduled", venue: [] })).headers).to.not.have.property(NOTICE);
      const dry = await at("09:00", "09:10", { status: "draft" }, "?dry_run=true");
      expect([dry.status, dry.headers[NOTICE]]).to.deep.equal([200, "venue-busy"]);
    });

    it("is noticed for the next dates of a series, which do not disturb each other", async () => {
      const series = { recurrence: { rules: ["FREQ=DAILY;COUNT=40"] } };
      const long = { ...series, end_date: "2031-05-17 12:00:00" };
      expect((await at("09:00", "10:00", long)).headers).to.not.have.property(NOTICE);
      const other = await calendar.post("/venues", { as: "editor", json: { venue: "Other" } });
      venue = other.body.id;
      const moved = { start_date: "2031-06-10 09:30:00", end_date: "2031-06-10 09:40:00" };
      const single = await at("09:00", "10:00", moved);
      expect(single.headers).to.not.have.property(NOTICE);
      expect((await at("09:00", "10:00", series, "?dry_run=true")).headers[NOTICE]).to.equal("venue-busy");
      const written = await at("09:00", "10:00", series);
      expect([written.status, written.headers[NOTICE]]).to.deep.equal([201, "venue-busy"]);
      const occurrence = (day: string, json: object) =>
        calendar.send("PATCH", `/events/${written.body.id}/occurrences/2031-06-${day}T09:00:00`, {
          ...{ as: "editor", json },
        });
      expect((await occurrence("10", { title: "A" })).headers[NOTICE]).to.equal("venue-busy");
      expect((await occurrence("11", { title: "B" })).headers).to.not.have.property(NOTICE);
    });

    it("is noticed in batches and by the client", async () => {
      await at("09:00", "10:00");
      const body = {
        ...{ title: "Two", start_date: "2031-05-16 09:30:00", end_date: "2031-05-16 09:45:00" },
        venue: { id: venue },
      };
      const request = { method: "POST", path: "/events", headers: {}, body };
      for (const atomic of [false, true]) {
        const batch = await sendBatch(calendar, [request], { as: "editor", atomic });
        expect(batch.body.responses[0].headers[NOTICE], batch.text).to.equal("venue-busy");
      }
      const client = calendar.program("editor");
      const { busy: times } = await client.venues.busy(venue, { from: "2031-05-16", to: "2031-05-17" });
      expect(startsOf(times)).to.deep.equal(["09:00", "09:30", "09:30"]);
      expect(await client.venues.duplicates().page()).to.include({ total: 0, isLast: true });
      const event = await client.events.detach(times[0]?.id ?? 0);
      expect(event).to.include({ id: times[0]?.id, title: "Jazz &#038; more" });
    });
  });
}

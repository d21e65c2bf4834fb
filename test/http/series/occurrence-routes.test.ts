import { expect } from "chai";
import type { Body } from "../client.ts";
import { type StartedCalendar, servedStores, startCalendar } from "../start-calendar.ts";

for (const store of servedStores) {
  describe(`occurrences below their series on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let series: Body;

    before(async () => {
      calendar = await startCalendar(store, { perPage: 3 });
      const { status, text, body } = await calendar.post("/events", {
        as: "author",
        json: {
          title: "Jam",
          start_date: "2031-04-01 20:00:00",
          end_date: "2031-04-01 23:00:00",
          recurrence: { rules: ["FREQ=MONTHLY"], except: ["2031-06-01 20:00:00"] },
        },
      });
      expect(status, text).to.equal(201);
      series = body;
    });
    after(() => calendar.close());

    const list = async (path: string): Promise<Body> => {
      const { status, text, body } = await calendar.get(path);
      expect(status, text).to.equal(200);
      return body;
    };
    const recurrenceIds = ({ events }: Body): readonly string[] =>
      events.map(({ recurrence }: Body) => recurrence.recurrence_id.slice(0, 10));

    it("are listed by start, with links to the other pages, for the id or slug of the series or of one of them", async () => {
      const path = `/events/${series.id}/occurrences`;
      const first = await list(`${path}?end_date=2031-08-31`);
      expect(recurrenceIds(first)).to.deep.equal(["2031-04-01", "2031-05-01", "2031-07-01"]);
      expect(first).to.include({ total: 4, total_pages: 2 });
      expect(first.rest_url).to.match(
        new RegExp(`^${calendar.namespace}${path}/\\?page=1&per_page=3&start_date=2031-03-09`),
      );
      const second = await list(first.next_rest_url.slice(calendar.origin.length));
      expect(recurrenceIds(second)).to.deep.equal(["2031-08-01"]);
      const [{ id, slug }] = first.events;
      for (const named of [id, `by-slug/${series.slug}`, `by-slug/${slug}`])
        expect((await list(`/events/${named}/occurrences?end_date=2031-08-31`)).events).to.deep.equal(
          first.events,
        );
      const past = await calendar.get(`${path}?end_date=2031-08-31&page=3`);
      expect([past.status, past.body.code]).to.deep.equal([404, "event-archive-page-not-found"]);
    });

    it("have neither id nor address beyond the horizon, and nothing is kept by reading them", async () => {
      const before = await calendar.contents();
      const { events, total } = await list(
        `/events/${series.id}/occurrences?start_date=2036-01-15&end_date=2036-05-15&per_page=5`,
      );
      expect(total).to.equal(4);
      expect(events.map(({ id }: Body) => id === null)).to.deep.equal([false, false, true, true]);
      expect(events[2]).to.include({
        id: null,
        global_id: null,
        rest_url: null,
        start_date: "2036-04-01 20:00:00",
      });
      expect(events[2].recurrence).to.include({ series_id: series.id, recurrence_id: "2036-04-01 20:00:00" });
      const one = await list(`/events/${series.id}/occurrences/2036-04-01T20:00:00`);
      expect(one).to.include({ id: null, rest_url: null, is_recurring: true });
      expect(await calendar.contents()).to.equal(before);
    });

    it("are read, changed and trashed by the start that the recurrence gives them", async () => {
      const path = `/events/${series.id}/occurrences/2031-05-01T20:00:00`;
      const read = await calendar.get(path);
      expect(read.body.json_ld).to.be.an("object");
      expect((await calendar.get(path.replace("T", "%20"))).body).to.deep.equal(read.body);
      expect((await calendar.get(`/events/${read.body.id}`)).body).to.deep.equal(read.body);
      const etag = String(read.headers.etag);
      expect((await calendar.get(path, { headers: { "if-none-match": etag } })).status).to.equal(304);
      expect((await calendar.send("HEAD", path)).headers.etag).to.equal(etag);
      expect((await list(`${path}?_fields=id,recurrence.recurrence_id`)).recurrence).to.deep.equal({
        recurrence_id: "2031-05-01 20:00:00",
      });
      const changed = await calendar.send("PATCH", path, { as: "author", json: { title: "May Jam" } });
      expect(changed.status, changed.text).to.equal(200);
      expect(changed.body).to.include({ id: read.body.id, title: "May Jam", slug: "jam-2031-05-01" });
      const gone = await calendar.send("DELETE", path, { as: "author" });
      expect(gone.body).to.include({ id: read.body.id, status: "trash" });
      const back = await calendar.send("PUT", path, { as: "author", json: { status: "publish" } });
      expect(back.body).to.include({ id: read.body.id, status: "publish", title: "May Jam" });
    });

    it("become real by a change", async () => {
      const path = `/events/${series.id}/occurrences/2040-01-01T20:00:00`;
      const { status, text, body } = await calendar.send("PATCH", path, {
        as: "author",
        json: { website: "https://jam.example/" },
      });
      expect(status, text).to.equal(200);
      expect(body).to.include({ website: "https://jam.example/", start_date: "2040-01-01 20:00:00" });
      expect((await list(path)).id).to.equal(body.id);
      const listed = await list("/events?start_date=2040-01-01&end_date=2040-01-02");
      expect(listed.events.map(({ id }: Body) => id)).to.deep.equal([body.id]);
    });

    it("say what callers may do, and what is not there", async () => {
      const path = `/events/${series.id}/occurrences`;
      const allow = async (below: string, as?: string): Promise<string | undefined> =>
        (await calendar.get(path + below, as ? { as } : {})).headers.allow;
      const one = "/2031-07-01T20:00:00";
      expect(await allow("", "author")).to.equal("GET");
      expect(await allow(one)).to.equal("GET");
      expect(await allow(one, "other")).to.equal("GET");
      expect(await allow(one, "author")).to.equal("GET, DELETE, POST, PUT, PATCH");
      const table: readonly (readonly [
        method: string,
        path: string,
        as: string | undefined,
        code: string,
      ])[] = [
        ["GET", `${path}/2031-06-01T20:00:00`, undefined, "rest-event-not-found"],
        ["GET", `${path}/2031-07-02`, undefined, "rest-event-not-found"],
        ["GET", `${path}/tomorrow`, undefined, "rest-event-not-found"],
        ["GET", `${path}/%00`, undefined, "rest_invalid_param"],
        ["GET", "/events/999999/occurrences", undefined, "rest-event-not-found"],
        ["PATCH", path + one, undefined, "rest_forbidden"],
        ["PATCH", path + one, "other", "rest_forbidden"],
        ["DELETE", path + one, "other", "rest_forbidden"],
        ["PATCH", `${path}/2031-07-02`, "author", "rest-event-not-found"],
        ["DELETE", `${path}/2031-07-02`, "editor", "rest-event-not-found"],
        ["POST", path, "author", "rest_no_route"],
        ["GET", `${path}?start_date=x`, undefined, "rest_invalid_param"],
      ];
      for (const [method, asked, as, code] of table) {
        const { body } = await calendar.send(method, asked, {
          ...(as && { as }),
          ...(method === "PATCH" && { json: { title: "X" } }),
        });
        expect(body.code, `${method} ${asked}`).to.equal(code);
      }
      const single = await calendar.post("/events", {
        as: "author",
        json: { title: "Fair", start_date: "2031-05-05", end_date: "2031-05-05", status: "draft" },
      });
      expect((await calendar.get(`/events/${single.body.id}/occurrences`)).body.code).to.equal(
        "event-not-accessible",
      );
      expect(
        (await calendar.get(`/events/${single.body.id}/occurrences`, { as: "author" })).body.total,
      ).to.equal(0);
    });

    it("are what programs iterate over and name", async () => {
      const { events } = calendar.program("author");
      const starts: string[] = [];
      for await (const { id, start_date } of events.occurrences(series.id, { end_date: "2031-09-30" })) {
        starts.push(`${typeof id} ${start_date}`);
      }
      expect(starts).to.have.length(5).and.to.include("number 2031-09-01 20:00:00");
      const name = { series: series.id, recurrenceId: "2031-09-01 20:00:00" };
      expect(await events.update(name, { title: "Late Jam" })).to.include({ title: "Late Jam" });
      expect((await events.get(name)).recurrence).to.include({ recurrence_id: "2031-09-01 20:00:00" });
    });
  });
}

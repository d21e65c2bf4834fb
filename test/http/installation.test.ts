import { expect } from "chai";
import type { CalendarOptions } from "kalends";
import { firstStore } from "../stores.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };

for (const store of firstStore) {
  describe(`what an installation chooses on ${store.name}`, () => {
    let calendar: StartedCalendar;

    const start = async (options: CalendarOptions): Promise<void> => {
      calendar = await startCalendar(store, options);
    };
    afterEach(() => calendar.close());

    const PROXIED = {
      host: "inner.example:81",
      "x-forwarded-host": "evil.example, calendar.example, inner.example",
      "x-forwarded-proto": "http, https, https",
    };
    const origins: readonly (readonly [
      what: string,
      options: CalendarOptions,
      origin: string,
      id: string,
    ])[] = [
      ["the host that was asked", {}, "http://inner.example:81", "inner.example?id="],
      ["the host before the proxy", { trustProxy: true }, "https://inner.example", "inner.example?id="],
      [
        "the host before the first of two proxies",
        { trustProxy: 2 },
        "https://calendar.example",
        "calendar.example?id=",
      ],
      [
        "its own address, path included",
        { trustProxy: true, baseUrl: "https://city.example/culture/" },
        "https://city.example/culture",
        "city.example/culture?id=",
      ],
    ];
    for (const [what, options, origin, globalId] of origins) {
      it(`makes every address with ${what}`, async () => {
        await start(options);
        const { headers, body } = await calendar.post("/events", {
          as: "editor",
          headers: PROXIED,
          json: { ...EVENT, tags: "late", categories: "Music", venue: { venue: "Hall" } },
        });
        const namespace = `${origin}/wp-json/tribe/events/v1`;
        expect(headers.link).to.equal(`<${origin}/wp-json/>; rel="https://api.w.org/"`);
        expect(headers.location).to.equal(`${namespace}/events/${body.id}`);
        expect(body).to.include({
          global_id: `${globalId}${body.id}`,
          url: `${origin}/event/jazz/`,
          rest_url: `${namespace}/events/${body.id}`,
        });
        expect(body.venue.url).to.equal(`${origin}/venue/hall/`);
        expect(body.tags[0].urls.collection).to.equal(`${namespace}/tags`);
        await calendar.post("/events", { as: "editor", json: EVENT });
        const list = await calendar.get("/events?per_page=1", { headers: PROXIED });
        expect(list.body.rest_url.startsWith(`${namespace}/events/?`)).to.equal(true);
        expect(list.body.next_rest_url.startsWith(`${namespace}/events/?`)).to.equal(true);
        const terms = await calendar.get("/categories", { headers: PROXIED });
        expect(terms.body.categories[0].url).to.equal(`${origin}/events/category/music/`);
      });
    }

    it("serves as many records a page as it says, even above the cap, and no more", async () => {
      await start({ perPage: 12, maxPerPage: 11 });
      for (let count = 0; count < 13; count += 1) {
        await calendar.post("/venues", { as: "editor", json: { venue: `Hall ${count}` } });
      }
      for (const query of ["", "?per_page=13", "?per_page=1000000"]) {
        const { status, body } = await calendar.get(`/venues${query}`);
        expect(status, query).to.equal(200);
        expect(body.venues, query).to.have.length(12);
        expect(body).to.include({ total: 13, total_pages: 2 });
        expect(body.rest_url).to.contain("per_page=12");
      }
    });

    it("bounds bodies to the byte", async () => {
      await start({ bodyLimit: 1_000 });
      const bodyOf = (length: number): string => JSON.stringify({ ...EVENT, junk: "" }).padEnd(length);
      const headers = { "content-type": "application/json" };
      const within = await calendar.post("/events", { as: "editor", raw: bodyOf(1_000), headers });
      expect(within.status).to.equal(201);
      const beyond = await calendar.post("/events", { as: "editor", raw: bodyOf(1_001), headers });
      expect([beyond.status, beyond.body.code]).to.deep.equal([413, "rest_body_too_large"]);
    });

    it("bounds the entries of every list and the length of every search, naming the parameter", async () => {
      await start({ perPage: 10, maxPerPage: 20 });
      const entries = Array.from({ length: 101 }, (_, at) => String(at + 1));
      const lists = ["include", "categories", "tags", "venue", "organizer", "status"];
      for (const [path, name, value] of [
        ...lists.map((list) => ["/events", list, entries.join()] as const),
        ...["include", "exclude"].map((list) => ["/tags", list, entries.join()] as const),
        ...["/events", "/venues", "/organizers", "/categories", "/tags"].map(
          (collection) => [collection, "search", "x".repeat(201)] as const,
        ),
      ]) {
        const { status, body } = await calendar.get(`${path}?${name}=${value}`);
        expect([status, body.code], `${path} ${name}`).to.deep.equal([400, "rest_invalid_param"]);
        expect(Object.keys(body.data.params)).to.deep.equal([name]);
        const message = body.data.params[name];
        if (name !== "status") expect(message, `${path} ${name}`).to.match(/at most (100|200)/);
      }
      expect((await calendar.get(`/events?search=${"x".repeat(200)}`)).status).to.equal(200);
      expect((await calendar.get(`/events?include=${entries.slice(1).join()}`)).status).to.equal(200);
    });
  });
}

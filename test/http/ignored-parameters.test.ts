import { expect } from "chai";
import { lines } from "../plugins/formats/lines-plugin.ts";
import { firstServed, type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };
const STRICT = { prefer: "handling=strict" };
const IGNORED = "x-kalends-ignored";
/** Parameters that WordPress clients and links in emails add to any URL. */
const COMMON =
  "_fields=id&_envelope=1&_embed=1&_jsonp=x&_locale=user&_wpnonce=n&_=1&context=view&password=p&lang=fr&utm_source=a&utm_x=b&fbclid=c&gclid=d";

for (const store of firstServed) {
  // rules/interface.md#ignored-parameters
  describe(`parameters that reads ignore on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let event: number;
    let reads: readonly string[];

    before(async () => {
      calendar = await startCalendar(store, { plugins: [lines], changes: true });
      const { status, text, body } = await calendar.post("/events", {
        as: "editor",
        json: {
          ...EVENT,
          slug: "jazz",
          venue: { venue: "Hall" },
          organizer: { organizer: "Ann" },
          categories: ["One"],
          tags: ["Two"],
        },
      });
      expect(status, text).to.equal(201);
      event = body.id;
      reads = [
        ..."/events /venues /organizers /categories /tags /changes /events.lines".split(" "),
        ...`/events/${event} /events/by-slug/jazz /events/${event}.lines /venues/${body.venue.id}`.split(" "),
        ...`/organizers/${body.organizer[0].id} /categories/${body.categories[0].id}.latest.txt`.split(" "),
      ];
    });
    after(() => calendar.close());

    it("are named by lists, single records and files, with the answer that would be given without them", async () => {
      for (const path of reads) {
        const plain = await calendar.get(path);
        const { status, headers, text } = await calendar.get(`${path}?radius=5&categorie=jazz`);
        expect([status, headers[IGNORED]], path).to.deep.equal([200, "radius,categorie"]);
        if (path !== "/changes")
          expect([text, headers.etag], path).to.deep.equal([plain.text, plain.headers.etag]);
        expect(plain.headers, path).to.not.have.property(IGNORED);
        for (const answer of [plain.headers, headers])
          expect(answer.vary?.split(", "), path).to.include("Prefer");
        const head = await calendar.send("HEAD", `${path}?radius=5&categorie=jazz`);
        expect([head.status, head.headers[IGNORED]], `HEAD ${path}`).to.deep.equal([200, "radius,categorie"]);
      }
      for (const path of ["/events", "/images"]) {
        const { headers } = await calendar.get(`${path}?radius=5`, { as: "administrator" });
        expect(headers[IGNORED], `${path} of somebody who is signed in`).to.equal("radius");
      }
    });

    it("are those of geolocation where no plugin gives them an effect", async () => {
      const { status, headers } = await calendar.get("/events?geoloc_lat=40.7&geoloc=true");
      expect([status, headers[IGNORED]]).to.deep.equal([200, "geoloc,geoloc_lat"]);
      expect((await calendar.get("/events")).headers).not.to.have.property(IGNORED);
    });

    it("are named where a record is not changed since it was read", async () => {
      const { headers } = await calendar.get("/events", { headers: { "accept-encoding": "identity" } });
      const unchanged = await calendar.get("/events?x=1", {
        headers: { "if-none-match": String(headers.etag) },
      });
      expect([unchanged.status, unchanged.headers[IGNORED]]).to.deep.equal([304, "x"]);
    });

    it("are named as headers can, twenty at most", async () => {
      const cases: readonly (readonly [query: string, named: string])[] = [
        [
          "a%2Cb=1&%C3%BC[x]=2&%C3%BC[y]=3&geoloc=true&%0d%0aSet-Cookie:x",
          "geoloc,a%2Cb,%C3%BC,%0D%0ASet-Cookie%3Ax",
        ],
        ["per_page=5&page=1&radius=1", "radius"],
        [
          Array.from({ length: 25 }, (_, index) => `n${index}`).join("&"),
          Array.from({ length: 20 }, (_, index) => `n${index}`).join(","),
        ],
        ["%ff=1", "%EF%BF%BD"],
      ];
      for (const [query, named] of cases) {
        const { status, headers } = await calendar.get(`/events?${query}`);
        expect([status, headers[IGNORED]], query).to.deep.equal([200, named]);
      }
    });

    it("are not named if every client may send them, if they are declared, or by what describes the interface", async () => {
      for (const path of [
        `/events?${COMMON}`,
        `/events/${event}?${COMMON}&id=7`,
        `/events/${event}.lines?${COMMON}&weight=2`,
        "/events?search=x&_method=GET",
        "/?rest_route=/tribe/events/v1/events",
        "/doc?x=1",
        "?x=1",
        "/wp-json?x=1",
      ]) {
        const { status, headers } = await calendar.get(path);
        expect([status, headers[IGNORED]], path).to.deep.equal([200, undefined]);
      }
      const { headers } = await calendar.get("/events?x=1&page=99");
      expect(headers, "an error").to.not.have.property(IGNORED);
    });

    it("are refused on request, with the nearest name", async () => {
      const { status, body, headers } = await calendar.get(
        "/events?categorie=jazz&geoloc=true&per_pgae=5&fields=id",
        {
          headers: STRICT,
        },
      );
      expect([status, body.code]).to.deep.equal([400, "rest_invalid_param"]);
      expect(Object.keys(body.data.params)).to.deep.equal(["geoloc", "categorie", "per_pgae", "fields"]);
      expect(headers.vary?.split(", ")).to.include("Prefer");
      if (store.locale === undefined)
        expect(body.data.params).to.deep.equal({
          geoloc: "Has no effect here.",
          categorie: "Unknown parameter; did you mean categories?",
          per_pgae: "Unknown parameter; did you mean per_page?",
          fields: "Unknown parameter; did you mean _fields?",
        });
      for (const path of reads) {
        // The request must be refused even if a response is cached.
        await calendar.get(`${path}?radius=5`);
        const refused = await calendar.get(`${path}?radius=5`, { headers: STRICT });
        expect([refused.status, Object.keys(refused.body?.data.params)], path).to.deep.equal([
          400,
          ["radius"],
        ]);
        const granted = await calendar.get(`${path}?utm_source=x`, { headers: STRICT });
        expect(granted.status, path).to.equal(200);
      }
    });

    it("are refused for what they are called alone, however long that is", async () => {
      const query = Array.from({ length: 200 }, (_, index) => `${index}${"x".repeat(900)}`).join("&");
      const { status, body } = await calendar.send("GET", `/events?${query.slice(0, 15_000)}`, {
        headers: STRICT,
      });
      expect(status).to.equal(400);
      expect(JSON.stringify(body).length).to.be.below(5_000);
    });

    it("do not change what another method does", async () => {
      const { status } = await calendar.post("/events?radius=5", {
        as: "editor",
        json: EVENT,
        headers: STRICT,
      });
      expect(status, "writes name what they adjust").to.equal(400);
      await calendar.get(`/events/${event}`);
      const deleted = await calendar.get(`/events/${event}?_method=DELETE&x=1`);
      expect(deleted.status, "what is kept answers reads alone").to.equal(401);
    });

    it("are named in batches and in process", async () => {
      const { body } = await calendar.post("/batch", {
        as: "editor",
        json: { requests: [{ method: "GET", path: `/events/${event}?radius=5` }] },
      });
      expect(body.responses[0].headers).to.include({ [IGNORED]: "radius" });
      const strict = await calendar.post("/batch", {
        as: "editor",
        json: { requests: [{ method: "GET", path: `/events/${event}?radius=5`, headers: STRICT }] },
      });
      expect(strict.body.responses[0].status).to.equal(400);
    });
  });

  // rules/interface.md#kept-answers
  describe(`unknown parameters and kept answers on ${store.name}`, () => {
    it("do not meet: what is kept is sent again whatever unknown parameters are sent", async () => {
      const calendar = await startCalendar(store, { metrics: true, cacheMemory: 16, cacheStaleness: 60 });
      const misses = async (): Promise<string | undefined> =>
        /cache_misses_total\{cache="answers"\} (\d+)/.exec(await calendar.calendar.metrics())?.[1];
      try {
        const { text } = await calendar.get("/events?per_page=3");
        const before = await misses();
        for (const query of [
          "a=1&per_page=3",
          "per_page=3&b[]=2",
          "utm_source=c&per_page=3&&%61=4",
          "per_page=3&",
        ]) {
          const answer = await calendar.get(`/events?${query}`);
          expect(answer.text, query).to.equal(text);
        }
        // The last query has no unknown parameter. Its response is cached under its own URL.
        expect(Number(await misses()) - Number(before)).to.equal(1);
      } finally {
        await calendar.close();
      }
    });
  });
}

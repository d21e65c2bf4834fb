import { expect } from "chai";
import { type StartedCalendar, servedStores, startCalendar } from "./start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-16 20:30:00", end_date: "2031-05-16 23:00:00" };

for (const store of servedStores) {
  describe(`events on ${store.name}`, () => {
    let calendar: StartedCalendar;

    beforeEach(async () => {
      calendar = await startCalendar(store);
    });
    afterEach(() => calendar.close());

    const create = async (json: object = {}, as = "editor"): Promise<number> => {
      const { status, text, body } = await calendar.post("/events", { as, json: { ...EVENT, ...json } });
      expect(status, text).to.equal(201);
      return body.id;
    };

    describe("POST /events", () => {
      // rules/representations.md#event-example
      it("answers the event as clients know it", async () => {
        const { status, body } = await calendar.post("/events", {
          as: "editor",
          json: {
            ...EVENT,
            title: "Jazz & Blues",
            description: "Live.\n\nDoors at eight.",
            timezone: "Europe/Rome",
            cost: ["15 €", "25 €"],
            website: "https://jazz.example/?a=1&b=2",
            featured: true,
          },
        });
        const { origin, namespace } = calendar;
        const id = body.id as number;
        const details = (day: string, hour: string, minutes: string): object => ({
          year: "2031",
          month: "05",
          day,
          hour,
          minutes,
          seconds: "00",
        });
        expect(status).to.equal(201);
        expect(body).to.deep.equal({
          id,
          global_id: `127.0.0.1?id=${id}`,
          global_id_lineage: [`127.0.0.1?id=${id}`],
          author: String(calendar.users.get("editor")),
          status: "publish",
          date: "2031-03-10 10:30:00",
          date_utc: "2031-03-10 14:30:00",
          modified: "2031-03-10 10:30:00",
          modified_utc: "2031-03-10 14:30:00",
          url: `${origin}/event/jazz-blues/`,
          rest_url: `${namespace}/events/${id}`,
          title: "Jazz &#038; Blues",
          description: "<p>Live.</p>\n<p>Doors at eight.</p>",
          excerpt: "",
          slug: "jazz-blues",
          image: false,
          all_day: false,
          start_date: "2031-05-16 20:30:00",
          start_date_details: details("16", "20", "30"),
          end_date: "2031-05-16 23:00:00",
          end_date_details: details("16", "23", "00"),
          utc_start_date: "2031-05-16 18:30:00",
          utc_start_date_details: details("16", "18", "30"),
          utc_end_date: "2031-05-16 21:00:00",
          utc_end_date_details: details("16", "21", "00"),
          timezone: "Europe/Rome",
          timezone_abbr: "CEST",
          cost: "15€ – 25€",
          cost_details: {
            currency_symbol: "€",
            currency_code: "",
            currency_position: "postfix",
            values: ["15", "25"],
          },
          website: "https://jazz.example/?a=1&amp;b=2",
          show_map: false,
          show_map_link: false,
          hide_from_listings: false,
          sticky: false,
          featured: true,
          event_status: "scheduled",
          is_recurring: false,
          categories: [],
          tags: [],
          venue: [],
          organizer: [],
          custom_fields: [],
        });
      });

      it("embeds the venue, the organizers and the terms it names or makes", async () => {
        const { status, body } = await calendar.post("/events", {
          as: "editor",
          form: {
            ...EVENT,
            "venue[venue]": "Pier Nine",
            "venue[city]": "Genova",
            "organizer[0][organizer]": "Ann",
            "organizer[1][organizer]": "Bob",
            "categories[]": "Concerts",
            tags: "jazz, late",
          },
        });
        expect(status).to.equal(201);
        expect(body.venue).to.include({ venue: "Pier Nine", city: "Genova", show_map: true });
        expect(body.organizer.map((one: { slug: string }) => one.slug)).to.deep.equal(["ann", "bob"]);
        const [category] = body.categories;
        const collection = `${calendar.namespace}/categories`;
        expect(category).to.deep.equal({
          name: "Concerts",
          slug: "concerts",
          term_group: 0,
          term_taxonomy_id: category.id,
          taxonomy: "tribe_events_cat",
          description: "",
          parent: 0,
          count: 1,
          filter: "raw",
          id: category.id,
          urls: { self: `${collection}/${category.id}`, collection },
        });
        expect(body.tags.map((one: { name: string }) => one.name)).to.deep.equal(["jazz", "late"]);
      });

      it("names all that is missing before it asks who calls", async () => {
        const { status, body } = await calendar.post("/events", { json: { end_date: null } });
        expect(status).to.equal(400);
        expect(body.code).to.equal("rest_missing_callback_param");
        expect(body.data).to.deep.equal({ status: 400, params: ["title", "start_date", "end_date"] });
      });

      it("names all that is wrong, types only after everything else is right", async () => {
        const wrong = await calendar.post("/events", {
          json: { ...EVENT, title: "", start_date: "x", timezone: "bad", website: "bad", all_day: "banana" },
        });
        expect(wrong.body.code).to.equal("rest_invalid_param");
        expect(Object.keys(wrong.body.data.params)).to.have.members([
          "title",
          "start_date",
          "timezone",
          "website",
        ]);
        expect(wrong.body.data.details).to.deep.equal([]);
        const mistyped = await calendar.post("/events", { json: { ...EVENT, all_day: "banana" } });
        const { message, ...nested } = mistyped.body.data.details.all_day;
        expect(nested).to.deep.equal({ code: "rest_invalid_type", data: { param: "all_day" } });
        expect(mistyped.body.data.params.all_day).to.equal(message);
      });

      // rules/rights.md#missing-right
      it("asks anonymous callers to sign in and refuses those who may not", async () => {
        const anonymous = await calendar.post("/events", { json: EVENT });
        expect([anonymous.status, anonymous.body.code]).to.deep.equal([401, "rest_forbidden"]);
        const subscriber = await calendar.post("/events", { as: "subscriber", json: EVENT });
        expect([subscriber.status, subscriber.body.code]).to.deep.equal([403, "rest_forbidden"]);
      });
    });

    describe("GET /events/{id} and /events/by-slug/{slug}", () => {
      it("answers the same record by both, with structured data at every level", async () => {
        const id = await create({ venue: { venue: "Hall" }, organizer: { organizer: "Ann" }, cost: "5" });
        const byId = await calendar.get(`/events/${id}`);
        const bySlug = await calendar.get("/events/by-slug/jazz");
        expect(byId.status).to.equal(200);
        expect(bySlug.text).to.equal(byId.text);
        expect(byId.body.json_ld).to.deep.include({
          "@context": "http://schema.org",
          "@type": "Event",
          name: "Jazz",
          startDate: "2031-05-16T20:30:00-04:00",
          endDate: "2031-05-16T23:00:00-04:00",
        });
        expect(byId.body.json_ld.location.name).to.equal("Hall");
        expect(byId.body.json_ld.offers).to.include({ price: "5", priceCurrency: "USD" });
        expect(byId.body.venue.json_ld["@type"]).to.equal("Place");
        expect(byId.body.organizer[0].json_ld["@type"]).to.equal("Person");
      });

      it("tells a missing event from the id of something else and from an unknown slug", async () => {
        const venue = (await calendar.post("/venues", { as: "editor", json: { venue: "Hall" } })).body.id;
        const codes = await Promise.all(
          ["/events/0", "/events/999", `/events/${venue}`, "/events/by-slug/none"].map(async (path) => {
            const { status, body } = await calendar.get(path);
            return [status, body.code];
          }),
        );
        expect(codes).to.deep.equal([
          [404, "rest-event-not-found"],
          [404, "rest-event-not-found"],
          [400, "rest-invalid-event-id"],
          [400, "rest_invalid_param"],
        ]);
      });

      // rules/rights.md#unreadable-record
      it("shows drafts to their author and to editors only, under an address without a slug", async () => {
        const id = await create({ status: "draft" }, "author");
        for (const as of ["author", "editor", "administrator"]) {
          const { status, body } = await calendar.get(`/events/${id}`, { as });
          expect(status, as).to.equal(200);
          expect(body.url).to.equal(`${calendar.origin}/?post_type=tribe_events&p=${id}`);
          expect(body).to.include({ slug: "", date_utc: "0000-00-00 00:00:00", website: body.url });
        }
        for (const sent of [{}, { as: "other" }, { as: "contributor" }, { as: "subscriber" }]) {
          const { status, body } = await calendar.get(`/events/${id}`, sent);
          expect([status, body.code]).to.deep.equal([403, "event-not-accessible"]);
        }
      });
    });

    describe("updates", () => {
      it("changes what is sent and nothing else, by every method and both addresses", async () => {
        const id = await create({ venue: { venue: "Hall" }, tags: "late", cost: "5", featured: true });
        const before = (await calendar.get(`/events/${id}`)).body;
        for (const method of ["POST", "PUT", "PATCH"]) {
          for (const path of [`/events/${id}`, "/events/by-slug/jazz"]) {
            const title = `${method} ${path.length}`;
            const { status, body } = await calendar.send(method, path, {
              as: "editor",
              json: { title, id: 1, url: "x", rest_url: "y", utc_start_date: "z" },
            });
            expect(status).to.equal(200);
            const { json_ld, ...rest } = before;
            const { json_ld: _venueLd, ...venue } = rest.venue;
            expect(json_ld).to.be.an("object");
            expect(body).to.deep.equal({ ...rest, venue, title });
          }
        }
      });

      it("addresses by the slug of the path and renames by the slug of the body", async () => {
        const id = await create();
        const renamed = await calendar.send("PUT", "/events/by-slug/jazz", {
          as: "editor",
          form: { slug: "Blue Note" },
        });
        expect(renamed.body).to.include({ id, slug: "blue-note" });
        const unknown = await calendar.send("PATCH", "/events/by-slug/jazz", { as: "editor", json: {} });
        expect([unknown.status, unknown.body.code]).to.deep.equal([404, "rest-event-not-found"]);
      });

      it("refuses strangers on both addresses", async () => {
        const id = await create({}, "author");
        for (const path of [`/events/${id}`, "/events/by-slug/jazz"]) {
          for (const method of ["PATCH", "DELETE"]) {
            expect((await calendar.send(method, path, { json: { title: "x" } })).status).to.equal(401);
            for (const as of ["other", "contributor", "subscriber"]) {
              const { status, body } = await calendar.send(method, path, { as, json: { title: "x" } });
              expect([status, body.code], as).to.deep.equal([403, "rest_forbidden"]);
            }
          }
        }
        expect((await calendar.get(`/events/${id}`)).body.title).to.equal("Jazz");
      });
    });

    describe("DELETE", () => {
      // rules/choices.md#no-permanent-removal
      it("moves an event to the trash once", async () => {
        const id = await create();
        const first = await calendar.send("DELETE", `/events/${id}`, { as: "editor" });
        expect(first.status).to.equal(200);
        expect(first.body).to.include({ id, status: "trash", slug: "jazz__trashed" });
        const second = await calendar.send("DELETE", `/events/${id}`, { as: "editor" });
        expect([second.status, second.body.code]).to.deep.equal([410, "event-is-in-trash"]);
        const read = await calendar.get(`/events/${id}`, { as: "administrator" });
        expect([read.status, read.body.code]).to.deep.equal([403, "event-no-longer-available"]);
        expect((await calendar.send("DELETE", "/events/999")).status).to.equal(401);
        expect((await calendar.send("DELETE", "/events/999", { as: "editor" })).status).to.equal(404);
      });
    });
  });
}

import { expect } from "chai";
import { firstStore } from "../stores.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };
const ITEM_METHODS = "GET, DELETE, POST, PUT, PATCH";

for (const store of firstStore) {
  describe(`transport on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let id: number;

    before(async () => {
      calendar = await startCalendar(store);
      id = (await calendar.post("/events", { as: "author", json: EVENT })).body.id;
    });
    after(() => calendar.close());

    describe("headers", () => {
      it("tells the same about every answer, errors included", async () => {
        for (const [path, vary] of [
          ["/events", "Prefer, Origin, Accept-Encoding"],
          ["/nothing", "Accept-Language, Origin"],
          ["/events/0", "Accept-Language, Prefer, Origin"],
          ["//fr/wp-json/tribe/events/v1/events", "Accept-Language, Accept, Origin"],
        ] as const) {
          const { headers } = await calendar.get(path);
          expect(headers, path).to.include({
            "content-type": "application/json; charset=UTF-8",
            link: `<${calendar.origin}/wp-json/>; rel="https://api.w.org/"`,
            "x-content-type-options": "nosniff",
            "x-robots-tag": "noindex",
            vary,
            "access-control-allow-headers":
              "Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, Prefer, If-Match, Idempotency-Key",
          });
          for (const name of ["X-TEC-Total", "X-TEC-TotalPages", "Location", "Retry-After"]) {
            expect(headers["access-control-expose-headers"]?.split(", ")).to.include(name);
          }
        }
      });

      it("lets the origin that asks read the answer", async () => {
        const { headers } = await calendar.get("/events", { headers: { origin: "http://app.example" } });
        expect(headers).to.include({
          "access-control-allow-origin": "http://app.example",
          "access-control-allow-credentials": "true",
          "access-control-allow-methods": "OPTIONS, GET, POST, PUT, PATCH, DELETE",
          vary: "Prefer, Origin, Accept-Encoding",
        });
        expect((await calendar.get("/events")).headers).not.to.have.property("access-control-allow-origin");
      });

      it("totals lists, on HEAD too", async () => {
        for (const method of ["GET", "HEAD"]) {
          const { headers, text } = await calendar.send(method, "/events");
          expect(headers).to.include({ "x-tec-total": "1", "x-tec-totalpages": "1", allow: "GET" });
          expect(text === "").to.equal(method === "HEAD");
        }
      });
    });

    describe("Allow", () => {
      const table: readonly (readonly [path: string, as: string | undefined, allow: string])[] = [
        ["/events", undefined, "GET"],
        ["/events", "subscriber", "GET"],
        ["/events", "contributor", "GET, POST"],
        ["/events/{id}", undefined, "GET"],
        ["/events/{id}", "contributor", "GET"],
        ["/events/{id}", "other", "GET"],
        ["/events/{id}", "author", ITEM_METHODS],
        ["/events/{id}", "editor", ITEM_METHODS],
        ["/events/by-slug/jazz", "editor", ITEM_METHODS],
        ["/events/by-slug/jazz", "other", "GET"],
        ["/events/999999", "administrator", ITEM_METHODS],
        ["/events?page=0", "author", "GET, POST"],
        ["/venues/999999", "administrator", "GET"],
        ["/venues/{id}", "administrator", ITEM_METHODS],
        ["/venues/{id}", "subscriber", "GET"],
        ["/tags/999999", "administrator", "GET, POST, PUT, PATCH, DELETE"],
        ["/tags", "author", "GET"],
        ["/categories", "author", "GET, POST"],
      ];
      for (const [path, as, allow] of table) {
        it(`offers ${as ?? "an anonymous caller"} ${allow} on ${path}`, async () => {
          const { headers } = await calendar.get(path.replace("{id}", String(id)), as ? { as } : {});
          expect(headers.allow).to.equal(allow);
        });
      }

      it("is absent where there is no route", async () => {
        expect((await calendar.get("/nothing")).headers).not.to.have.property("allow");
        expect((await calendar.send("PUT", "/events", { as: "editor" })).headers).not.to.have.property(
          "allow",
        );
      });
    });

    describe("addresses", () => {
      for (const path of [
        "/events/",
        "/EVENTS",
        "/Events//",
        "//wp-json/tribe/events/v1//events",
        "/wp-json//tribe///events/v1/events//?per_page=10",
        "///wp-json/tribe/events/v1/events",
        "/?rest_route=//tribe/events/v1//events//",
        "/?rest_route=tribe%2F%2Fevents/v1/events",
        "/wp-json/Tribe/Events/V1/events",
        "/?rest_route=/tribe/events/v1/events",
        "/?rest_route=/tribe/events/v1/events/&per_page=10",
        "/?rest_route=%2Ftribe%2Fevents%2Fv1%2Fevents",
      ]) {
        it(`finds the events at ${path}`, async () => {
          const { status, body } = await calendar.get(path);
          expect(status).to.equal(200);
          expect(body.rest_url).to.match(
            /^http:\/\/127\.0\.0\.1:\d+\/wp-json\/tribe\/events\/v1\/events\/\?page=1/,
          );
        });
      }

      for (const path of [
        "//fr/wp-json/tribe/events/v1/events",
        // rules/choices.md#one-version
        "/wp-json/tribe/events/v2/events",
        "/wp-json/other/events/v1/events",
        "/wp-json/tribe/events/v1x/events",
        "/?rest_route=/nothing",
        "/events/by-slug/a/b",
        "/events/by-slug//",
        "/events%2F",
        "/%2Fevents",
        "/tags/by-slug/a",
      ]) {
        it(`finds nothing at ${path}`, async () => {
          const { status, body } = await calendar.get(path);
          expect(status).to.equal(404);
          expect(body.code).to.equal("rest_no_route");
        });
      }

      for (const path of ["/wp-json", "/wp-json/", "/?rest_route=/", "/?rest_route="]) {
        it(`names the namespace at ${path}`, async () => {
          const { status, body } = await calendar.get(path);
          expect(status).to.equal(200);
          expect(body.namespaces).to.deep.equal(["tribe/events/v1"]);
          expect(body.routes).to.include.all.keys("/", "/tribe/events/v1/events");
        });
      }

      it("lists its routes at the namespace", async () => {
        const { status, body } = await calendar.get("");
        expect(status).to.equal(200);
        expect(body.namespace).to.equal("tribe/events/v1");
        expect(Object.keys(body.routes)).to.include("/tribe/events/v1/events/(?P<id>\\d+)");
        expect((await calendar.get("/")).text).to.equal((await calendar.get("")).text);
      });

      // rules/interface.md#slugs-in-paths, rules/representations.md#slug-encoding
      it("reads a slug in its plain and in its encoded form", async () => {
        await calendar.post("/events", { as: "author", json: { ...EVENT, title: "Fête 日本" } });
        for (const slug of [
          "f%C3%AAte-%E6%97%A5%E6%9C%AC",
          "fete-%e6%97%a5%e6%9c%ac",
          "FETE-%E6%97%A5%E6%9C%AC",
        ]) {
          const { status, body } = await calendar.get(`/events/by-slug/${slug}`);
          expect(status, slug).to.equal(200);
          expect(body.slug).to.equal("fete-%e6%97%a5%e6%9c%ac");
        }
      });

      it("merges slashes between the segments of a path and leaves encoded ones to the slug", async () => {
        const { body } = await calendar.post("/events", {
          as: "author",
          json: { ...EVENT, title: "Left Right" },
        });
        for (const path of [
          `/events//${body.id}`,
          "/events/by-slug//left-right",
          "/events//by-slug///left-right//",
          "/?rest_route=//tribe/events/v1/events/by-slug//left-right",
        ]) {
          const found = await calendar.get(path);
          expect(found.status, path).to.equal(200);
          expect(found.body.id).to.equal(body.id);
        }
        // A slug is decoded first and then normalized.
        for (const [slug, status] of [
          ["%2F%2Fleft-right%2F", 200],
          ["left%2F-right", 200],
          ["left%2F%2Fright", 200],
          ["left%2F%2Fwrong", 400],
          ["%2F", 400],
        ] as const) {
          expect((await calendar.get(`/events/by-slug/${slug}`)).status, slug).to.equal(status);
        }
      });
    });

    describe("methods", () => {
      // rules/description.md#options-description
      it("describes a route to OPTIONS, whoever asks", async () => {
        const { status, body, headers } = await calendar.send("OPTIONS", `/events/${id}`);
        expect(status).to.equal(200);
        expect(body.namespace).to.equal("tribe/events/v1");
        expect(body.methods).to.have.members(["GET", "POST", "PUT", "PATCH", "DELETE"]);
        expect(headers.allow).to.equal("GET");
      });

      it("has nothing to describe where there is no route", async () => {
        const { status, body } = await calendar.send("OPTIONS", "/nothing");
        expect(status).to.equal(200);
        expect(body).to.deep.equal([]);
      });

      it("obeys _method before X-HTTP-Method-Override before the request line", async () => {
        const byHeader = await calendar.post(`/events/${id}`, {
          as: "author",
          headers: { "x-http-method-override": "get" },
        });
        expect(byHeader.body).to.have.property("json_ld");
        const byQuery = await calendar.post(`/events/${id}?_method=patch`, {
          as: "author",
          headers: { "x-http-method-override": "DELETE" },
          form: { title: "Overridden" },
        });
        expect(byQuery.status).to.equal(200);
        expect(byQuery.body).to.include({ title: "Overridden", status: "publish" });
        const inBody = await calendar.post(`/events/${id}`, { as: "author", form: { _method: "DELETE" } });
        expect(inBody.body).to.include({ title: "Overridden", status: "publish" });
      });

      it("answers HEAD like GET, without the body", async () => {
        for (const path of [`/events/${id}`, "/events", "/tags?per_page=1", "/events/0", "/nothing"]) {
          // Each request has its own connection, which one of the headers shows.
          const {
            date: _got,
            "x-request-id": _id,
            ...got
          } = (await calendar.get(path, { headers: {} })).headers;
          const head = await calendar.send("HEAD", path);
          const { date: _asked, "x-request-id": _other, ...asked } = head.headers;
          expect(asked, path).to.deep.equal(got);
          expect(head.text).to.equal("");
        }
      });

      it("has no body for a HEAD that was asked for by an override", async () => {
        const get = await calendar.get(`/events/${id}`, { headers: { "accept-encoding": "identity" } });
        for (const head of [
          await calendar.get(`/events/${id}?_method=HEAD`),
          await calendar.post(`/events/${id}`, { headers: { "x-http-method-override": "HEAD" } }),
        ]) {
          expect(head.status).to.equal(200);
          expect(head.text).to.equal("");
          expect(head.headers.etag).to.equal(get.headers.etag);
        }
      });
    });

    describe("_fields", () => {
      it("keeps the members that are named, inside lists too", async () => {
        const one = await calendar.get(`/events/${id}?_fields=id,start_date_details.year`);
        expect(one.body).to.deep.equal({ id, start_date_details: { year: "2031" } });
        const list = await calendar.get("/events?_fields=events.id,total&per_page=1");
        expect(Object.keys(list.body)).to.deep.equal(["events", "total"]);
        expect(Object.keys(list.body.events[0])).to.deep.equal(["id"]);
      });

      it("leaves errors whole", async () => {
        expect((await calendar.get("/events/0?_fields=id")).body).to.include.keys("code", "message", "data");
      });
    });

    it("points to what it created", async () => {
      for (const [path, json] of [
        ["/venues", { venue: "Hall" }],
        ["/organizers", { organizer: "Ann" }],
        ["/categories", { name: "Music" }],
        ["/tags", { name: "late" }],
      ] as const) {
        const { status, body, headers } = await calendar.post(path, { as: "editor", json });
        expect(status, path).to.equal(201);
        expect(headers.location).to.equal(`${calendar.namespace}${path}/${body.id}`);
      }
    });

    it("tells its health beside the interface", async () => {
      expect((await calendar.get("//healthz")).body).to.deep.equal({ status: "ok" });
      expect((await calendar.get("//readyz")).status).to.equal(200);
      expect((await calendar.get("//nowhere")).body.code).to.equal("rest_no_route");
    });
  });
}

import { expect } from "chai";
import { stores } from "../stores.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };

for (const store of stores) {
  describe(`conditional reads on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let id: number;

    before(async () => {
      calendar = await startCalendar(store);
      id = (await calendar.post("/events", { as: "author", json: EVENT })).body.id;
    });
    after(() => calendar.close());

    for (const path of ["/events", "/events/by-slug/jazz", "", "/categories"]) {
      for (const coding of ["identity", "gzip", "br"]) {
        it(`answers 304 for what the client has of "${path}" (${coding})`, async () => {
          const get = (headers = {}) =>
            calendar.get(path, { headers: { "accept-encoding": coding, ...headers } });
          const tag = (await get()).headers.etag ?? "";
          expect(tag).to.match(/^"[\w-]+"$/);
          for (const known of [tag, `"other", ${tag}`, `W/${tag}`, "*"]) {
            const again = await get({ "if-none-match": known });
            expect(again.status, known).to.equal(304);
            expect(again.text).to.equal("");
            expect(again.headers.etag).to.equal(tag);
          }
          expect((await get({ "if-none-match": '"other"' })).status).to.equal(200);
        });
      }
    }

    it("tells another tag as soon as the answer is another one", async () => {
      const before = (await calendar.get(`/events/${id}`)).headers.etag;
      await calendar.send("PATCH", `/events/${id}`, { as: "author", json: { excerpt: "New" } });
      expect((await calendar.get(`/events/${id}`)).headers.etag).not.to.equal(before);
    });

    it("knows errors by their tags, too, but always tells them", async () => {
      const { headers } = await calendar.get("/events/999999");
      for (const known of [headers.etag ?? "", "*"]) {
        const again = await calendar.get("/events/999999", { headers: { "if-none-match": known } });
        expect(again.status).to.equal(404);
        expect(again.headers.etag).to.equal(headers.etag);
        expect(again.body.code).to.equal("rest-event-not-found");
      }
    });

    it("tells another tag to whoever sees something else", async () => {
      await calendar.post("/events", { as: "author", json: { ...EVENT, title: "D", status: "draft" } });
      const { etag } = (await calendar.get("/events")).headers;
      const signedIn = await calendar.get("/events", {
        as: "author",
        headers: { "if-none-match": etag ?? "" },
      });
      expect(signedIn.status).to.equal(200);
      expect(signedIn.body.total).to.equal(2);
    });

    it("lets no cache keep under an address what something else than the address asked for", async () => {
      const asked = [
        { headers: { "x-http-method-override": "HEAD" } },
        { headers: { "x-http-method-override": "GET" } },
        { json: { _fields: "total" } },
      ];
      for (const options of asked) {
        const { status, headers } = await calendar.get("/events", options);
        expect(status).to.equal(200);
        expect(headers["cache-control"], JSON.stringify(options)).to.equal("no-store");
      }
    });

    it("keeps answers to signed-in callers private and lets others be cached", async () => {
      expect((await calendar.get("/events")).headers["cache-control"]).to.equal(
        "public, max-age=0, must-revalidate",
      );
      expect((await calendar.get("/events", { as: "author" })).headers["cache-control"]).to.equal(
        "private, no-cache",
      );
      const refused = await calendar.get("/events", { headers: { authorization: "Bearer wrong" } });
      expect(refused.headers["cache-control"]).to.equal("no-store");
    });
  });
}

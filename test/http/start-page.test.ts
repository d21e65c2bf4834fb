import { expect } from "chai";
import { firstStore } from "../stores.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const HTML = { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };
const JSON_ONLY = { headers: { accept: "application/json" } };
const TIMES = { start_date: "2031-05-01 18:00:00", end_date: "2031-05-01 20:00:00" };

for (const store of firstStore) {
  describe(`the start page (${store.name})`, () => {
    let calendar: StartedCalendar;
    afterEach(() => calendar.close());

    const create = async (status: string): Promise<void> => {
      const created = await calendar.post("/events", {
        as: "administrator",
        json: { ...TIMES, title: "Fair", status },
      });
      expect(created.status).to.equal(201);
    };

    it("shows what to do while no event is published, with pages too, where drafts do not count", async () => {
      calendar = await startCalendar(store, { plugins: ["@kalends/pages"] });
      for (const status of ["draft", "private"]) {
        await create(status);
        const { status: answered, headers, text } = await calendar.get("//", HTML);
        expect(answered).to.equal(200);
        expect(headers["cache-control"]).to.equal("no-store");
        expect(text).to.include(`curl -u &quot;admin:PASSWORD&quot; ${calendar.namespace}/events`);
        expect(text).to.include("kalends import");
        expect(text).to.include(
          `&lt;kalends-calendar src=&quot;${calendar.namespace}&quot;&gt;&lt;/kalends-calendar&gt;`,
        );
        expect(text).to.match(/<script src="\/wp-json\/kalends-calendar\.js" defer><\/script>/);
        expect(text).to.match(/<kalends-calendar lang="en" src="\/wp-json\/tribe\/events\/v1">/);
        expect(text).to.include(`href="${calendar.origin}/docs"`);
      }
      await create("publish");
      const { status, headers } = await calendar.get("//", HTML);
      expect([status, headers.location, headers["cache-control"]]).to.deep.equal([
        303,
        `${calendar.origin}/events/`,
        "no-store",
      ]);
    });

    it("has an address that stays, linked from the documentation", async () => {
      calendar = await startCalendar(store, { plugins: ["@kalends/pages"], locales: ["fr"] });
      const steps = `${calendar.origin}/docs/first-steps`;
      expect((await calendar.get("//", HTML)).text).to.include(`href="${steps}"`);
      await create("publish");
      const { status, headers, text } = await calendar.get("//docs/first-steps", HTML);
      expect([status, headers["cache-control"]]).to.deep.equal([200, "no-store"]);
      expect(text).to.include("kalends import").and.include("Create an event");
      expect(text).to.include(`${calendar.namespace}/events/1 -X DELETE`).and.include("Authorize");
      for (const path of ["//docs", "//docs/fr"])
        expect((await calendar.get(path, HTML)).text).to.include('href="/docs/first-steps"');
    });

    it("stays without pages, and says how plugins are enabled", async () => {
      calendar = await startCalendar(store);
      await create("publish");
      const { status, text } = await calendar.get("//", HTML);
      expect(status).to.equal(200);
      expect(text).to.include("Create an event").and.include("No plugins are enabled");
    });

    it("is JSON for programs that ask for it, whatever is published", async () => {
      calendar = await startCalendar(store, { plugins: ["@kalends/pages"] });
      const before = (await calendar.get("//", JSON_ONLY)).body;
      await create("publish");
      const { status, headers, body } = await calendar.get("//", JSON_ONLY);
      expect([status, headers["content-type"]]).to.deep.equal([200, "application/json; charset=UTF-8"]);
      expect(body).to.deep.equal(before);
      expect(body).to.include({ name: "Kalends", docs: `${calendar.origin}/docs` });
      expect(String(headers.vary)).to.include("Accept");
    });

    it("is a redirect for clients that take anything", async () => {
      calendar = await startCalendar(store, { plugins: ["@kalends/pages"] });
      expect((await calendar.get("//", { headers: { accept: "*/*" } })).status).to.equal(303);
    });
  });

  describe(`web pages (${store.name})`, () => {
    let calendar: StartedCalendar;
    before(async () => {
      calendar = await startCalendar(store, { plugins: ["@kalends/pages", "@kalends/icalendar"] });
      const json = { ...TIMES, title: "Fair", status: "publish" };
      await calendar.post("/events", { as: "administrator", json });
    });
    after(() => calendar.close());

    it("name the interface in their headers, and redirects to them too", async () => {
      for (const path of ["//", "//events/", "//event/fair/", "//docs", "//event/none/", "//nothing"]) {
        const { headers } = await calendar.get(path, HTML);
        expect(headers, path).to.include({
          "x-tec-api-version": "v1",
          "x-tec-api-root": `${calendar.namespace}/`,
          "x-tec-api-origin": calendar.origin,
          link: `<${calendar.origin}/wp-json/>; rel="https://api.w.org/"`,
        });
      }
      for (const path of ["/events", "//events.ics", "//healthz"])
        expect((await calendar.get(path)).headers, path).to.not.have.property("x-tec-api-root");
    });

    it("link to the documentation in their footer", async () => {
      const { text } = await calendar.get("//events/", HTML);
      expect(text).to.match(new RegExp(`<footer[^]*href="${calendar.origin}/docs"[^]*</footer>`));
    });

    it("are there for unknown addresses where HTML is preferred, never below the REST root", async () => {
      for (const path of ["//nothing", "//docs/nothing", "//a/b.html"]) {
        const page = await calendar.get(path, HTML);
        expect([page.status, page.headers["content-type"]], path).to.deep.equal([
          404,
          "text/html; charset=UTF-8",
        ]);
        expect(page.headers.vary).to.match(/\bAccept$/);
        expect(page.text).to.include("<h1>404 Not Found</h1>");
        const { status, headers, body } = await calendar.get(path, { headers: { accept: "*/*" } });
        expect([status, body.code], path).to.deep.equal([404, "rest_no_route"]);
        expect(headers.vary).to.match(/\bAccept\b(?!-)/);
      }
      for (const path of ["//wp-json/nothing", "/nothing", "/events/999", "//?rest_route=/nothing"]) {
        const { status, body } = await calendar.get(path, HTML);
        expect(status, path).to.equal(404);
        expect(body.code, path).to.be.a("string");
      }
    });
  });

  it(`the address of a record is an HTML page without pages, with the address of its JSON (${store.name})`, async () => {
    const calendar = await startCalendar(store);
    const json = { ...TIMES, title: "Fair", status: "publish" };
    const { body } = await calendar.post("/events", { as: "administrator", json });
    const page = await calendar.get(`/${new URL(body.url).pathname}`, HTML);
    expect([page.status, page.headers["content-type"]]).to.deep.equal([404, "text/html; charset=UTF-8"]);
    expect(page.text).to.include(`${calendar.namespace}/events/by-slug/fair`);
    await calendar.close();
  });
}

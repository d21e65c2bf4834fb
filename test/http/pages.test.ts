import { expect } from "chai";
import { stores } from "../stores.ts";
import { PAGE_HEADERS } from "./page-headers.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

describe("pages", () => {
  let calendar: StartedCalendar;
  const HTML = { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };

  before(async () => {
    const [store] = stores;
    if (store === undefined) throw new Error("There is no store");
    calendar = await startCalendar(store, { locales: ["fr"] });
  });
  after(() => calendar.close());

  it("have the headers of pages, and let nothing of their own text run", async () => {
    for (const path of ["//", "//docs", "//docs/fr"]) {
      const { headers } = await calendar.get(path, HTML);
      expect(headers).to.include({
        ...PAGE_HEADERS,
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
      });
      expect(headers["content-security-policy"])
        .to.match(/^default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'/)
        .and.not.include("unsafe");
    }
  });

  describe("GET /", () => {
    it("shows people what runs here, with nothing from elsewhere", async () => {
      const { status, headers, text } = await calendar.get("//", HTML);
      expect(status).to.equal(200);
      expect(headers["content-type"]).to.equal("text/html; charset=UTF-8");
      expect(headers["content-security-policy"]).to.match(/^default-src 'none'/);
      expect(headers.vary).to.equal("Accept");
      for (const address of ["/docs", "/docs/fr", "/healthz", "/readyz", "/wp-json/tribe/events/v1/doc"]) {
        expect(text).to.include(`href="${calendar.origin}${address}"`);
      }
      const loaded = [...text.matchAll(/<[^>]* src="([^"]*)"/g)].map(([, address]) => address);
      expect(loaded).to.deep.equal(["/wp-json/kalends-calendar.js", "/wp-json/tribe/events/v1"]);
      expect(text).to.not.match(/<img|@import/);
    });

    it("tells programs the same as JSON", async () => {
      for (const accept of ["application/json", "*/*"]) {
        const { headers, body } = await calendar.get("//", { headers: { accept } });
        expect(headers["content-type"]).to.equal("application/json; charset=UTF-8");
        expect(body).to.include({
          name: "Kalends",
          docs: `${calendar.origin}/docs`,
          document: `${calendar.origin}/wp-json/tribe/events/v1/doc`,
          interface: `${calendar.origin}/wp-json/tribe/events/v1`,
        });
        expect(body.version).to.match(/^\d+\.\d+\.\d+/);
        expect(body.plugins).to.be.an("array");
      }
    });

    it("leaves /?rest_route= to the interface", async () => {
      expect((await calendar.get("/?rest_route=/tribe/events/v1/tags", HTML)).body).to.have.property("tags");
    });

    it("cannot be made to show a host's name as markup", async () => {
      const { status, text } = await calendar.get("//", { headers: { ...HTML.headers, host: 'x"><b>' } });
      if (status === 200) expect(text).to.not.include("<b>");
    });
  });

  describe("GET /docs", () => {
    const assetsOf = (text: string): readonly string[] =>
      [...text.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);

    it("runs scripts of our own disk alone, and cannot be framed", async () => {
      const { status, headers, text } = await calendar.get("//docs");
      expect(status).to.equal(200);
      const policy = String(headers["content-security-policy"]);
      expect(policy).to.include("default-src 'none'").and.include("script-src 'self'");
      expect(policy).to.include("frame-ancestors 'none'").and.not.include("unsafe");
      expect(text).to.not.match(/<script>|https?:\/\//);
      // Swagger UI is too slow with OpenAPI 3.1, so the page uses version 3.0.
      const shown = "/wp-json/tribe/events/v1/doc?version=3.0";
      expect(text).to.include(`data-document="${shown}"`);
      expect(text).to.include(`<link rel="preload" as="fetch" crossorigin href="${shown}">`);
    });

    it("loads assets that can be kept for ever", async () => {
      const paths = assetsOf((await calendar.get("//docs")).text);
      expect(paths).to.have.length(4);
      for (const path of paths) {
        const { status, headers, text } = await calendar.get(`/${path}`);
        expect(status, path).to.equal(200);
        expect(headers["cache-control"]).to.equal("public, max-age=31536000, immutable");
        expect(headers["x-content-type-options"]).to.equal("nosniff");
        expect(text.length).to.be.above(100);
        const head = await calendar.send("HEAD", `/${path}`);
        expect([head.status, head.text]).to.deep.equal([200, ""]);
      }
    });

    it("serves nothing else", async () => {
      const [path = ""] = assetsOf((await calendar.get("//docs")).text);
      const folder = path.slice(0, path.lastIndexOf("/"));
      for (const other of [
        `${folder}/package.json`,
        `${folder}/../swagger-ui.css`,
        `${folder}/..%2f..%2fpackage.json`,
        `${folder}/%2e%2e/%2e%2e/package.json`,
        `${folder}/swagger-ui.css%00`,
        `${folder}/`,
        "/docs/assets/",
        "/docs/../package.json",
        "/docs/constructor",
        "/docs/es",
        "/docsx",
      ]) {
        const { status, body } = await calendar.get(`/${other}`);
        expect([status, body?.code], other).to.deep.equal([404, "rest_no_route"]);
      }
      expect((await calendar.post("//docs")).status).to.equal(404);
    });

    it("is there in the language of each locale", async () => {
      const { text } = await calendar.get("//docs/fr");
      expect(text).to.include('<html lang="fr">');
      expect(text).to.include('data-document="/fr/wp-json/tribe/events/v1/doc?version=3.0"');
      expect((await calendar.get("//docs")).text).to.include('href="/docs/fr"');
    });
  });

  it("are not there inside a host", async () => {
    const [store] = stores;
    if (store === undefined) throw new Error("There is no store");
    const embedded = await startCalendar(store, { pages: false });
    for (const path of ["//", "//docs", "//healthz"]) {
      expect((await embedded.get(path)).status, path).to.equal(404);
    }
    await embedded.close();
  });
});

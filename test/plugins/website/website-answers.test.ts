import { get } from "node:http";
import { expect } from "chai";
import type { Logger, ReportedRequest } from "kalends";
import { PAGE_HEADERS } from "../../http/page-headers.ts";
import { type StartedCalendar, startCalendar } from "../../http/start-calendar.ts";
import { lastingStores } from "../../stores.ts";
import { type SamplePages, samplePages } from "./sample-pages.ts";

interface Line {
  readonly severity: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}

const createLogger = (lines: Line[]): Logger => {
  const at =
    (severity: string): Logger["info"] =>
    (message, fields) =>
      void lines.push({ severity, message, fields });
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
};

// The response does not depend on the storage.
for (const store of lastingStores.slice(0, 1)) {
  describe("answers of pages", () => {
    let sample: SamplePages;
    let calendar: StartedCalendar;
    let lines: Line[];
    let reports: ReportedRequest[];
    beforeEach(async () => {
      sample = samplePages();
      lines = [];
      reports = [];
      calendar = await startCalendar(store, {
        plugins: [sample.plugin],
        locales: ["fr"],
        cacheMemory: 64,
        cacheStaleness: 60,
        logger: createLogger(lines),
        onRequest: (request) => void reports.push(request),
      });
      lines.length = 0;
    });
    afterEach(() => calendar.close());

    it("have headers of pages, not of the interface", async () => {
      const { headers } = await calendar.get("//list/", { headers: { origin: "https://other.example" } });
      expect(headers["content-type"]).to.equal("text/html; charset=UTF-8");
      expect(headers["cache-control"]).to.equal("public, max-age=0, must-revalidate");
      expect(headers["content-security-policy"]).to.equal("default-src 'none'; sandbox");
      expect(headers).to.include(PAGE_HEADERS);
      expect(headers["x-request-id"]).to.be.a("string");
      expect(headers.etag).to.be.a("string");
      for (const name of ["x-robots-tag", "allow", "access-control-allow-origin", "vary"])
        expect(headers, name).not.to.have.property(name);
    });

    it("are kept only where all that were asked are pure", async () => {
      await calendar.get("//style.css");
      await calendar.get("//style.css");
      expect(sample.asked).to.deep.equal(["GET /style.css"]);
      expect((await calendar.get("//impure")).text).to.equal("<p>2");
      expect((await calendar.get("//impure")).text).to.equal("<p>3");
      expect(reports.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
    });

    it("are compressed, with the caching that the page wants", async () => {
      const { headers, text } = await calendar.get("//style.css", { headers: { "accept-encoding": "br" } });
      expect(headers["content-encoding"]).to.equal("br");
      expect(headers["cache-control"]).to.equal("public, max-age=31536000, immutable");
      expect(headers.vary).to.equal("Accept-Encoding");
      expect(text).to.have.length("p { color: red }\n".length * 200);
    });

    it("have no body for HEAD", async () => {
      const whole = await calendar.get("//style.css");
      const head = await calendar.send("HEAD", "//style.css");
      expect([head.status, head.text]).to.deep.equal([200, ""]);
      expect(head.headers.etag).to.equal(whole.headers.etag);
      expect(head.headers["content-length"]).to.equal(String(whole.text.length));
    });

    it("may be streams and redirects", async () => {
      expect((await calendar.get("//stream")).text).to.equal("portion 0\nportion 1\nportion 2\n");
      expect((await calendar.send("HEAD", "//stream")).status).to.equal(200);
      expect(sample.ended).to.deep.equal(["/stream", "/stream"]);
      const see = await calendar.get("//see");
      expect([see.status, see.headers.location, see.text]).to.deep.equal([303, "/list/", "See /list/"]);
      const outcome = new Promise((resolve) => {
        get(`${calendar.origin}/broken-stream`, (incoming) => {
          incoming.on("end", () => resolve("end")).on("error", () => resolve("cut"));
          incoming.resume();
        });
      });
      expect(await outcome).to.equal("cut");
      expect(lines.find(({ message }) => message === "a stream failed")?.fields?.path).to.equal(
        "/broken-stream",
      );
    });

    it("are pages with the status of errors, and tell nothing of failures", async () => {
      const gone = await calendar.get("//gone");
      expect(gone.status).to.equal(410);
      expect(gone.headers["content-type"]).to.equal("text/html; charset=UTF-8");
      expect(gone.text).to.contain("<h1>410 Gone</h1>").and.contain("already in the trash");
      expect((await calendar.get("//forbidden")).status).to.equal(403);
      const inFrench = await calendar.get("//fr/gone");
      expect(inFrench.text).to.contain('<html lang="fr">').and.not.contain("already in the trash");
      const failing = await calendar.get("//failing");
      expect(failing.status).to.equal(500);
      expect(failing.headers["cache-control"]).to.equal("no-store");
      expect(failing.text).to.contain(String(failing.headers["x-request-id"])).and.not.contain("secret");
      const logged = lines.find(({ message }) => message === "a request failed");
      expect(logged?.fields?.request).to.equal(failing.headers["x-request-id"]);
    });

    for (const path of [
      ...["text", "empty", "status", "number", "header", "cookie", "stream", "bodiless"].map(
        (name) => `/nonsense/${name}`,
      ),
    ])
      it(`are a 500 for ${path}`, async () => {
        const { status, headers } = await calendar.get(`/${path}`);
        expect(status).to.equal(500);
        expect(headers).not.to.have.any.keys("set-cookie", "x-a");
      });

    it("refuse other methods where there is a page, and there alone", async () => {
      for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"]) {
        const { status, headers } = await calendar.send(method, "//list/");
        expect([status, headers.allow], method).to.deep.equal([405, "GET, HEAD, POST"]);
        expect((await calendar.send(method, "//elsewhere")).body.code, method).to.equal("rest_no_route");
      }
      expect((await calendar.post("//elsewhere")).body.code).to.equal("rest_no_route");
      const inFrench = await calendar.send("PUT", "//fr/list/");
      expect(inFrench.text).to.contain('<html lang="fr">').and.contain("cette méthode");
    });

    it("leave the interface and the pages of the calendar alone", async () => {
      for (const path of ["//docs", "//docs/fr", "//healthz", "//readyz", "/events", "//?rest_route=/"])
        expect((await calendar.get(path)).status, path).to.equal(200);
      expect(sample.asked).to.deep.equal([]);
      expect((await calendar.get("//")).text).to.equal("<h1>Front page</h1>");
      expect((await calendar.get("//?rest=1")).body.name).to.equal("Kalends");
      expect((await calendar.get("//nothing")).body.code).to.equal("rest_no_route");
    });

    it("never show tokens of addresses in the log", async () => {
      await calendar.get("//list/?token=s3cret&a=b&my_Token=s3cret");
      expect(JSON.stringify(lines)).not.to.contain("s3cret");
      const details = lines.find(({ message }) => message === "details of an answer");
      expect(details?.fields?.query).to.deep.equal({ a: "b" });
    });
  });
}

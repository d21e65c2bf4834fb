import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { lastingStores } from "../stores.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const SCRIPT = "/wp-json/kalends-calendar.js";

// The response does not depend on the storage.
for (const store of lastingStores.slice(0, 1)) {
  describe("GET /kalends-calendar.js", () => {
    let calendar: StartedCalendar;
    before(async () => {
      calendar = await startCalendar(store, { locales: ["fr"] });
    });
    after(() => calendar.close());

    it("is the script of the element, for pages of any site", async () => {
      const file = fileURLToPath(import.meta.resolve("@kalends/element/kalends-calendar.js"));
      const origin = "https://town.example";
      for (const path of [SCRIPT, `//fr${SCRIPT}`]) {
        const { status, headers, text } = await calendar.get(path, { headers: { origin } });
        expect(status).to.equal(200);
        expect(text).to.equal(readFileSync(file, "utf8"));
        expect(headers["content-type"]).to.equal("text/javascript; charset=UTF-8");
        expect(headers["access-control-allow-origin"]).to.equal("*");
        expect(headers).not.to.have.property("access-control-allow-credentials");
        expect(headers["cache-control"]).to.equal("public, max-age=3600, must-revalidate");
        const known = await calendar.get(path, { headers: { "if-none-match": headers.etag ?? "" } });
        expect([known.status, known.text]).to.deep.equal([304, ""]);
      }
    });

    it("is compressed, has a HEAD, and is only to be read", async () => {
      const packed = await calendar.get(SCRIPT, { headers: { "accept-encoding": "br" } });
      expect(packed.headers["content-encoding"]).to.equal("br");
      const head = await calendar.send("HEAD", SCRIPT);
      expect([head.status, head.text]).to.deep.equal([200, ""]);
      expect((await calendar.post(SCRIPT)).body.code).to.equal("rest_no_route");
      expect((await calendar.get(`${SCRIPT}.map`)).body.code).to.equal("rest_no_route");
    });
  });
}

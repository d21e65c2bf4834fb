import { type ClientRequest, get } from "node:http";
import { setImmediate as nextEvent } from "node:timers/promises";
import type { Plugin } from "@kalends/core/interface";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../../http/start-calendar.ts";
import { createGate } from "../../stores/gate.ts";
import { lastingStores } from "../../stores.ts";

// The responses do not depend on the storage.
for (const store of lastingStores.slice(0, 1)) {
  describe("pages that are made at once", () => {
    let calendar: StartedCalendar;
    let asked: string[];
    let gate: ReturnType<typeof createGate>;

    const start = async (requestsAtOnce?: number): Promise<void> => {
      [asked, gate] = [[], createGate()];
      const plugin: Plugin = {
        name: "slow-pages",
        setup: () => ({
          website: [
            {
              pure: true,
              async handle({ path }) {
                asked.push(path);
                if (path.startsWith("/slow")) await gate.passed;
                return path.startsWith("/nothing") ? undefined : { type: "text/html", text: `<p>${path}` };
              },
            },
          ],
        }),
      };
      calendar = await startCalendar(store, {
        plugins: [plugin],
        locales: ["fr"],
        cacheMemory: 64,
        ...(requestsAtOnce !== undefined && { requestsAtOnce }),
      });
    };
    afterEach(() => calendar.close());

    const untilAsked = async (count: number): Promise<void> => {
      while (asked.length < count) await nextEvent();
    };

    it("are refused with a page and Retry-After where there is no room, and what is kept is answered", async () => {
      await start(1);
      expect((await calendar.get("//kept")).status).to.equal(200);
      const slow = calendar.get("//slow");
      await untilAsked(2);
      const refused = await calendar.get("//other");
      expect(refused.status).to.equal(503);
      expect(refused.headers).to.include({
        "content-type": "text/html; charset=UTF-8",
        "cache-control": "no-store",
      });
      expect(refused.headers["retry-after"]).to.match(/^\d+$/);
      expect(refused.text).to.include("<h1>503 Service Unavailable</h1>").and.include("try again");
      const inFrench = await calendar.get("//fr/other");
      expect(inFrench.text).to.include('<html lang="fr">').and.include("Veuillez réessayer");
      expect((await calendar.get("/venues")).body.code).to.equal("rest_storage_unavailable");
      const kept = await calendar.get("//kept");
      expect([kept.status, kept.text]).to.deep.equal([200, "<p>/kept"]);
      expect(asked).to.deep.equal(["/kept", "/slow"]);
      gate.open();
      expect((await slow).status).to.equal(200);
      expect((await calendar.get("//other")).status).to.equal(200);
    });

    it("leave room for the interface, however many are asked for", async () => {
      await start(8);
      const pages = Array.from({ length: 6 }, (_, index) => calendar.get(`//slow${index}`));
      await untilAsked(2);
      expect((await calendar.get("/venues")).status).to.equal(200);
      gate.open();
      const statuses = (await Promise.all(pages)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).to.have.length(2);
      expect(statuses.filter((status) => status === 503)).to.have.length(4);
    });

    it("keep their places until the work has ended, though their clients have gone", async () => {
      await start();
      const requests = Array.from({ length: 4 }, (_, index): ClientRequest => {
        return get(`${calendar.origin}/slow${index}`).on("error", () => {});
      });
      await untilAsked(4);
      await Promise.all(
        requests.map(
          (request) => new Promise<void>((resolve) => request.on("close", () => resolve()).destroy()),
        ),
      );
      const next = calendar.get("//next");
      // The API has its own limit, so its requests do not wait for the pages. Its responses show that the
      // server has read the request for the next page, which must still wait.
      expect((await calendar.get("/venues")).status).to.equal(200);
      expect((await calendar.get("/events?per_page=50")).status).to.equal(200);
      expect(asked).to.have.length(4);
      gate.open();
      expect((await next).text).to.equal("<p>/next");
    });

    it("are passed on without a place where they are nobody's", async () => {
      await start(1);
      for (let count = 0; count < 3; count += 1)
        expect((await calendar.get("//nothing")).body.code).to.equal("rest_no_route");
    });
  });
}

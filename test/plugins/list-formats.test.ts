import type { Plugin } from "@kalends/core/interface";
import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { firstStore } from "../stores.ts";

/** Plugin with a list format that contains only the titles. */
const titles: Plugin = {
  name: "titles",
  setup: () => ({
    formats: [
      {
        list: "events",
        pure: false,
        mediaType: "application/vnd.titles+json",
        description: "Titles alone.",
        present: ({ events, total }) => ({
          titles: (events as readonly { readonly title: string }[]).map(({ title }) => title),
          total: total ?? 0,
        }),
      },
    ],
  }),
};

for (const store of firstStore) {
  describe(`forms of lists on ${store.name}`, () => {
    let calendar: StartedCalendar;
    before(async () => {
      calendar = await startCalendar(store, { plugins: [titles] });
      await calendar.store.events.save(
        anEvent({ id: 1, title: "Jazz", start: "2031-04-01 10:00:00", utcStart: "2031-04-01 10:00:00" }),
      );
    });
    after(() => calendar.close());

    const typeFor = async (accept: string | undefined, path = "/events"): Promise<string | undefined> => {
      const { status, headers } = await calendar.get(path, {
        ...(accept !== undefined && { headers: { accept } }),
      });
      expect(status).to.equal(200);
      return headers["content-type"];
    };
    const JSON_TYPE = "application/json; charset=UTF-8";
    const TITLES = "application/vnd.titles+json";

    it("are what a plugin makes of the answer, with its totals and an entity tag of their own", async () => {
      const accept = { headers: { accept: TITLES } };
      const { text, headers } = await calendar.get("/events", accept);
      expect(JSON.parse(text)).to.deep.equal({ titles: ["Jazz"], total: 1 });
      expect(headers["x-tec-total"]).to.equal("1");
      const etag = headers.etag ?? "";
      expect(etag).not.to.equal((await calendar.get("/events")).headers.etag);
      const known = await calendar.get("/events", {
        headers: { accept: TITLES, "if-none-match": etag },
      });
      expect(known.status).to.equal(304);
    });

    it("are chosen by what the caller likes best, and are JSON where he does not care", async () => {
      for (const accept of [
        undefined,
        "*/*",
        "application/*",
        "application/json",
        "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "image/png",
        `${TITLES};q=0.5, application/json`,
        `${TITLES};q=0`,
        "nonsense;;q=x",
      ])
        expect(await typeFor(accept), accept).to.equal(JSON_TYPE);
      for (const accept of [
        TITLES,
        TITLES.toUpperCase(),
        `${TITLES}, application/json;q=0.9`,
        `application/json;q=0.1, ${TITLES};q=0.2`,
        `*/*;q=0.5, ${TITLES}`,
      ])
        expect(await typeFor(accept), accept).to.equal(TITLES);
    });

    it("are only those of their list, and errors stay JSON", async () => {
      expect(await typeFor(TITLES, "/venues")).to.equal(JSON_TYPE);
      const refused = await calendar.get("/events?page=x", { headers: { accept: TITLES } });
      expect(refused.status).to.equal(400);
      expect(refused.headers["content-type"]).to.equal(JSON_TYPE);
    });

    it("are told in the documentation of their list", async () => {
      const { paths } = (await calendar.get("/doc")).body;
      const contentOf = (path: string): Readonly<Record<string, unknown>> =>
        paths[path].get.responses[200].content;
      expect(contentOf("/events")).to.have.all.keys("application/json", TITLES);
      expect(contentOf("/events")[TITLES]).to.deep.equal({
        schema: { type: "object", description: "Titles alone." },
      });
      expect(contentOf("/venues")).to.have.all.keys("application/json");
    });

    it("are announced to caches, but only where there are any", async () => {
      const vary = async (path: string): Promise<string | undefined> =>
        (await calendar.get(path)).headers.vary;
      expect(await vary("/events")).to.equal("Accept, Prefer, Origin, Accept-Encoding");
      expect(await vary("/events?page=x")).to.equal("Accept, Accept-Language, Prefer, Origin");
      expect(await vary("/venues")).to.equal("Prefer, Origin");
    });
  });
}

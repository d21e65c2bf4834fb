import { expect } from "chai";
import { stores } from "../stores.ts";
import type { Body } from "./client.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const PATH = "/me/preferences";
const EMPTY = { language: null, time_format: null, theme: null, views: [] };
const VIEW = { name: "Drafts", list: "events", query: { status: "draft" } };

for (const store of stores) {
  describe(`/me/preferences on ${store.name}`, () => {
    let calendar: StartedCalendar;

    before(async () => {
      calendar = await startCalendar(store);
    });
    after(() => calendar.close());

    const change = async (json: object, as = "subscriber"): Promise<{ status: number; body: Body }> =>
      calendar.send("PATCH", PATH, { as, json });
    const read = async (as = "subscriber"): Promise<Body> => {
      const { status, body, headers } = await calendar.get(PATH, { as });
      expect(status).to.equal(200);
      expect(headers["cache-control"]).to.equal("no-store");
      return body;
    };

    it("are empty at first, and those of each user are separate", async () => {
      expect(await read("author")).to.deep.equal(EMPTY);
      const changed = await change({ language: "fr", time_format: 24, theme: "dark", views: [VIEW] });
      expect(changed.status).to.equal(200);
      expect(changed.body).to.deep.equal({ language: "fr", time_format: 24, theme: "dark", views: [VIEW] });
      expect(await read()).to.deep.equal(changed.body);
      expect(await read("author")).to.deep.equal(EMPTY);
    });

    it("merge changes, and null removes a member", async () => {
      await change({ language: "de", theme: "light" });
      expect((await change({ time_format: 12 })).body).to.include({ language: "de", theme: "light" });
      expect((await change({ language: null })).body).to.include({ language: null, theme: "light" });
      expect((await change({ theme: null, time_format: null, views: null })).body).to.deep.equal(EMPTY);
      expect(await read()).to.deep.equal(EMPTY);
    });

    it("are refused to visitors", async () => {
      expect((await calendar.get(PATH)).status).to.equal(401);
      expect((await calendar.send("PATCH", PATH, { json: { theme: "dark" } })).status).to.equal(401);
    });

    const bad: readonly (readonly [string, object, string])[] = [
      ["an unknown member", { color: "red" }, "color"],
      ["an unknown member next to a valid one", { theme: "dark", __proto: 1, shade: 1 }, "shade"],
      ["another language", { language: "it" }, "language"],
      ["a language with a region", { language: "fr-CA" }, "language"],
      ["another clock", { time_format: 13 }, "time_format"],
      ["a list as clock", { time_format: [12] }, "time_format"],
      ["another theme", { theme: "blue" }, "theme"],
      ["views that are no list", { views: VIEW }, "views"],
      ["51 views", { views: Array.from({ length: 51 }, () => VIEW) }, "views"],
      ["a view without a list", { views: [{ name: "A", query: {} }] }, "views"],
      ["a view with an unknown member", { views: [{ ...VIEW, color: "red" }] }, "views"],
      ["a view with a blank name", { views: [{ ...VIEW, name: " " }] }, "views"],
      ["a view of a list that is an address", { views: [{ ...VIEW, list: "//example.com" }] }, "views"],
      ["a query with a number", { views: [{ ...VIEW, query: { page: 1 } }] }, "views"],
      ["a query with a list", { views: [{ ...VIEW, query: { page: ["1"] } }] }, "views"],
      ["a query that is a list", { views: [{ ...VIEW, query: ["a"] }] }, "views"],
      [
        "more than 65,536 characters",
        {
          views: Array.from({ length: 20 }, () => ({
            ...VIEW,
            query: {
              ...{ a: "x".repeat(1_000), b: "x".repeat(1_000) },
              ...{ c: "x".repeat(1_000) },
              d: "x".repeat(500),
            },
          })),
        },
        "views",
      ],
    ];
    for (const [what, json, member] of bad)
      it(`refuse ${what} with a 400 that names ${member}, and change nothing`, async () => {
        await change({ theme: "light", language: null, time_format: null, views: null });
        const { status, body } = await change(json);
        expect(status).to.equal(400);
        expect(body.code).to.equal("rest_invalid_param");
        expect(Object.keys(body.data.params)).to.deep.equal([member]);
        expect(await read()).to.deep.equal({ ...EMPTY, theme: "light" });
      });

    it("keep changes of one user that arrive at the same time", async () => {
      await Promise.all([change({ theme: "dark" }), change({ language: "es" }), change({ time_format: 24 })]);
      expect(await read()).to.include({ theme: "dark", language: "es", time_format: 24 });
    });

    it("name the methods that the caller may use", async () => {
      const { headers } = await calendar.send("OPTIONS", PATH, { as: "subscriber" });
      expect(headers.allow).to.equal("GET, PATCH");
    });
  });
}

import { expect } from "chai";
import { stores } from "../../stores.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-16 20:30:00", end_date: "2031-05-16 23:00:00" };

for (const store of stores) {
  describe(`requests of facets on ${store.name}`, () => {
    let calendar: StartedCalendar;

    beforeEach(async () => {
      calendar = await startCalendar(store);
      await calendar.post("/events", { as: "editor", json: { ...EVENT, categories: "Music" } });
    });
    afterEach(() => calendar.close());

    const ask = (facets: string, as?: string) =>
      calendar.get(`/events?facets=${facets}`, as === undefined ? {} : { as });

    // rules/facets.md#facets
    it("name unknown facets, and change nothing for lists without the parameter", async () => {
      for (const facets of ["colour", "month,colour", "", ",", "Month", "month%00"]) {
        const { status, body, text } = await ask(facets);
        expect(status, text).to.equal(400);
        expect(Object.keys(body.data.params), text).to.deep.equal(["facets"]);
      }
      expect((await calendar.get("/events")).body).to.not.have.property("facets");
      const { body } = await ask("month,%20month,tags");
      expect(body.facets).to.deep.equal({
        month: [{ value: "2031-05", label: "2031-05", count: 1 }],
        tags: [],
      });
      expect((await calendar.get("/events?facets[]=tags&facets[]=month")).body.facets).to.have.keys(
        "tags",
        "month",
      );
    });

    // rules/facets.md#facet-rights
    it("need the right to edit for status and author", async () => {
      for (const facet of ["status", "author", "month,author"]) {
        expect((await ask(facet)).status, facet).to.equal(401);
        expect((await ask(facet, "subscriber")).status, facet).to.equal(403);
        expect((await ask(facet, "contributor")).status, facet).to.equal(200);
      }
      expect((await ask("colour,author")).status).to.equal(400);
    });

    // rules/facets.md#facet-cache
    it("see every change at once", async () => {
      const count = async () => (await ask("categories,month")).body.facets;
      const music = (n: number) => [{ label: "Music", count: n }];
      const shown = async () =>
        (await count()).categories.map(({ value: _, ...one }: { readonly value: number }) => one);
      expect(await shown()).to.deep.equal(music(1));
      const { body } = await calendar.post("/events", {
        as: "editor",
        json: {
          ...EVENT,
          start_date: "2031-05-17 20:30:00",
          end_date: "2031-05-17 21:00:00",
          categories: "Music",
        },
      });
      expect(await shown()).to.deep.equal(music(2));
      expect(await shown()).to.deep.equal(music(2));
      await calendar.send("DELETE", `/events/${body.id}`, { as: "editor" });
      expect(await shown()).to.deep.equal(music(1));
    });

    // rules/facets.md#facet-counts
    it("count merged venues and removed terms as the list does", async () => {
      const venue = async (name: string) =>
        (await calendar.post("/venues", { as: "administrator", json: { venue: name } })).body.id;
      const [target, source] = [await venue("Pier"), await venue("Pier Nine")];
      for (const id of [target, source])
        await calendar.post("/events", { as: "editor", json: { ...EVENT, venue: { id } } });
      const merged = await calendar.post(`/venues/${target}/merge`, {
        as: "administrator",
        json: { from: [source] },
      });
      expect(merged.status, merged.text).to.equal(200);
      expect((await ask("venue")).body.facets.venue).to.deep.equal([
        { value: target, label: "Pier", count: 2 },
      ]);
      const [{ value }] = (await ask("categories")).body.facets.categories;
      await calendar.send("DELETE", `/categories/${value}?force=true`, { as: "administrator" });
      expect((await ask("categories")).body.facets.categories).to.deep.equal([]);
    });
  });
}

import { expect } from "chai";
import { calendar, vevent } from "../read/reading.ts";
import { STORAGES } from "../start-calendar.ts";
import { countsOf, type Json, type Started, startImport } from "./start-import.ts";

const NAMES = ["2027", "50% off", "100% Vegan", "Music", "1e3"];

for (const store of STORAGES)
  describe(`names of categories and tags on ${store}`, () => {
    let started: Started;
    beforeEach(async () => {
      started = await startImport(store);
    });
    afterEach(() => started.close());
    const namesOf = ({ categories }: Json): readonly string[] => categories.map(({ name }: Json) => name);

    it("may be digits or have percent signs in an import, and in the feed that others import", async () => {
      const text = calendar(
        vevent("a", "SUMMARY:a", "DTSTART:20310506T200000Z", `CATEGORIES:${NAMES.join(",")}`),
      );
      expect(countsOf((await started.importText(text)).body)).to.deep.equal({ added: 1 });
      const [event] = await started.events();
      expect(namesOf(event)).to.have.members(NAMES);
      expect(countsOf((await started.importText(text)).body)).to.deep.equal({ unchanged: 1 });
      const renamed = text.replace("2027", "2028");
      expect(countsOf((await started.importText(renamed)).body)).to.deep.equal({ updated: 1 });
      const other = await startImport(store);
      try {
        await other.importText(await started.feed());
        expect(namesOf((await other.events())[0])).to.have.members([...NAMES.slice(1), "2028"]);
      } finally {
        await other.close();
      }
    });

    it("stay ids in requests, where nothing else may name one", async () => {
      const json = { title: "a", start_date: "2031-05-06 20:00", end_date: "2031-05-06 21:00" };
      const { categories } = await started.write("POST", "/events", { ...json, categories: ["Music"] });
      const [{ id }] = categories;
      expect(
        namesOf(await started.write("POST", "/events", { ...json, categories: [String(id)] })),
      ).to.deep.equal(["Music"]);
      const refused = await started.request("editor", "POST", "/events", {
        ...json,
        categories: [{ name: "2027" }],
      });
      expect(refused.status).to.equal(400);
    });
  });

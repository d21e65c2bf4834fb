import type { StoreWithAccounts } from "@kalends/core/storage";
import { expect } from "chai";
import { firstStore } from "../../stores.ts";
import { importInto, type Shown, shownCategory, shownEvent, shownVenue } from "./merging.ts";

for (const { name, open } of firstStore)
  describe(`values that nobody can read, on ${name}`, () => {
    let store: StoreWithAccounts;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    // rules/choices.md#import-lenience
    const values: readonly (readonly [what: string, more: Shown, noted: RegExp, kept: object])[] = [
      [
        "an author that is none",
        { author: "Ann" },
        /author is not an id, and is left out: Ann/,
        { author: 0 },
      ],
      ["an author that is too high", { author: String(2 ** 52 + 1) }, /author is above/, { author: 0 }],
      ["a global id with markup", { global_id_lineage: ["<b>x?id=1"] }, /global_id has markup/, {}],
      ["no title", { title: "" }, /title is empty: "event-5" is used/, { title: "event-5" }],
      ["no title and no slug", { title: " ", slug: "" }, /title is empty: "#5"/, { title: "#5" }],
      [
        "a publication date that is none",
        { date: "soon" },
        /date is not a date/,
        { date: "2030-01-01 10:00:00" },
      ],
      [
        "flags in words",
        { featured: "maybe", sticky: "1" },
        /featured is not true or false/,
        { featured: false, sticky: true },
      ],
      ["a title that is a number", { title: 1984 }, /^$/, { title: "1984" }],
      ["a website that is an object", { website: { a: 1 } }, /website is not a text/, {}],
      ["an image without an address", { image: { id: 3 } }, /image has no address/, {}],
      ["an image that is a text", { image: "x.png" }, /image is not an object/, {}],
      [
        "categories that are texts",
        { categories: ["Music"] },
        /categories is not a list of objects/,
        { categoryIds: [] },
      ],
      ["a cost of numbers", { cost: 5, cost_details: { values: [5] } }, /^$/, {}],
    ];
    for (const [what, more, noted, kept] of values)
      it(`cost no event: ${what}`, async () => {
        const { entries } = await importInto(store, { events: [shownEvent(5, more)] });
        expect(entries.map(({ outcome }) => outcome)).to.deep.equal(["added"]);
        expect(entries[0]?.reason ?? "").to.match(noted);
        expect(await store.events.find(5)).to.deep.include(kept);
        const again = await importInto(store, { events: [shownEvent(5, more)] });
        expect(again.entries.map(({ outcome }) => outcome)).to.deep.equal(["unchanged"]);
      });

    const times: readonly (readonly [what: string, more: Shown, schedule: object])[] = [
      ["an end", { end_date: "never" }, { end: "2031-05-01 18:00:00", utcEnd: "2031-05-01 18:00:00" }],
      ["an end in UTC", { utc_end_date: "" }, { utcEnd: "2031-05-01 20:00:00" }],
      ["a start", { start_date: "31/05/2031", timezone: "Europe/Rome" }, { start: "2031-05-01 20:00:00" }],
      ["a zone", { timezone: "Middle Earth", start_date: "2031-05-01 20:00:00" }, { timezone: "UTC+2" }],
    ];
    for (const [what, more, schedule] of times)
      it(`cost no event: ${what} that follows from the rest`, async () => {
        const { entries } = await importInto(store, { events: [shownEvent(5, more)] });
        expect(entries[0]).to.include({ outcome: "added" });
        expect(entries[0]?.reason).to.match(/left out|is used/);
        expect((await store.events.find(5))?.schedule).to.deep.include(schedule);
      });

    it("keep an event out that has no date at all", async () => {
      const undated = shownEvent(5, { start_date: "soon", utc_start_date: "" });
      const { entries } = await importInto(store, { events: [undated] });
      expect(entries[0]).to.include({ outcome: "kept out" });
      expect(entries[0]?.reason).to.contain("soon");
    });

    it("cost no venue and no category", async () => {
      const { entries } = await importInto(store, {
        venues: [shownVenue(3, { venue: "", geo_lat: "45.5", geo_lng: "9.25", show_map: "no" })],
        categories: [shownCategory(4, { name: "", parent: "x" })],
      });
      expect(entries.map(({ outcome }) => outcome)).to.deep.equal(["added", "added"]);
      expect(await store.venues.find(3)).to.deep.include({
        name: "venue-3",
        showMap: false,
        coordinates: { lat: 45.5, lng: 9.25 },
      });
      expect((await store.terms.find("category", 4))?.name).to.equal("kind-4");
    });
  });

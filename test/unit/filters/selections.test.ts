import { anEvent, anOrganizer, aTerm, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN, ANONYMOUS, AUTHOR } from "../actors.ts";
import { invalid, openCalendar, refusal, type TestCalendar } from "../events/calendar.ts";

const START = "2031-05-01 10:00:00";

describe("the filters by linked records", () => {
  let calendar: TestCalendar;

  beforeEach(async () => {
    calendar = await openCalendar({ site: { maxPerPage: 50 } });
    const { terms, venues, organizers, events } = calendar.store;
    await terms.save(aTerm({ id: 1, name: "Music", slug: "music" }));
    await terms.save(aTerm({ id: 2, name: "Jazz", slug: "jazz-cat", parentId: 1 }));
    await terms.save(aTerm({ id: 3, name: "Bebop", slug: "1", parentId: 2 }));
    await terms.save(aTerm({ id: 4, name: "Unused", slug: "9999" }));
    await terms.save(aTerm({ id: 5, name: "Outdoor", slug: "outdoor", taxonomy: "tag" }));
    await terms.save(aTerm({ id: 6, name: "Families", slug: "families", taxonomy: "tag" }));
    await venues.save(aVenue({ id: 20 }));
    await venues.save(aVenue({ id: 21 }));
    await venues.save(aVenue({ id: 22, status: "draft", author: 3 }));
    await venues.save(aVenue({ id: 23 }));
    await organizers.save(anOrganizer({ id: 30 }));
    await organizers.save(anOrganizer({ id: 31 }));
    await organizers.save(anOrganizer({ id: 32, status: "private", author: 3 }));
    for (const event of [
      anEvent({ id: 11, start: START, categoryIds: [1], venueId: 20, organizerIds: [30, 31] }),
      anEvent({ id: 12, start: START, categoryIds: [2], tagIds: [5], venueId: 21 }),
      anEvent({ id: 13, start: START, categoryIds: [3], tagIds: [6], venueId: 22, organizerIds: [32] }),
      anEvent({ id: 14, start: START, tagIds: [5, 6], organizerIds: [31] }),
    ]) {
      await events.save(event);
    }
  });
  afterEach(() => calendar.store.close());

  describe("categories", () => {
    const table: readonly (readonly [unknown, readonly number[]])[] = [
      ["1", [11, 12, 13]],
      ["music", [11, 12, 13]],
      ["jazz-cat", [12, 13]],
      ["Jazz", [12, 13]],
      ["jazz", [12, 13]],
      ["3", [13]],
      ["bebop, music", [11, 12, 13]],
      [
        ["2", "3"],
        [12, 13],
      ],
      ["4", []],
      ["9999", []],
    ];
    for (const [categories, ids] of table) {
      it(`${JSON.stringify(categories)} finds ${JSON.stringify(ids)}`, async () => {
        expect(await calendar.ids({ categories })).to.deep.equal(ids);
      });
    }

    it("are refused when one is unknown, or there is none", async () => {
      for (const categories of ["nope", "99999", "music,nope", "5", "", ",", []]) {
        expect(await refusal(calendar.list({ categories }))).to.deep.equal(
          invalid({ categories: "unknown-category" }),
        );
      }
    });

    it("are refused with named keys and nested lists", async () => {
      expect(await refusal(calendar.list({ categories: { x: "music" } }))).to.deep.equal(
        invalid({ categories: "named-keys" }),
      );
      expect(await refusal(calendar.list({ categories: [["music"]] }))).to.deep.equal(
        invalid({ categories: "not-a-scalar" }),
      );
    });
  });

  describe("tags", () => {
    it("mean any of them", async () => {
      expect(await calendar.ids({ tags: "outdoor" })).to.deep.equal([12, 14]);
      expect(await calendar.ids({ tags: "5,Families" })).to.deep.equal([12, 13, 14]);
    });

    it("combine with categories", async () => {
      expect(await calendar.ids({ tags: "families", categories: "music" })).to.deep.equal([13]);
    });

    it("are refused when unknown, also when a category has the name", async () => {
      for (const tags of ["nope", "music", "1"]) {
        expect(await refusal(calendar.list({ tags }))).to.deep.equal(invalid({ tags: "unknown-tag" }));
      }
    });
  });

  describe("venue and organizer", () => {
    it("mean any of them", async () => {
      expect(await calendar.ids({ venue: "20,21" })).to.deep.equal([11, 12]);
      expect(await calendar.ids({ venue: ["20"] })).to.deep.equal([11]);
      expect(await calendar.ids({ organizer: "31" })).to.deep.equal([11, 14]);
      expect(await calendar.ids({ organizer: "31", venue: "20" })).to.deep.equal([11]);
    });

    it("find nothing for a known but unused one", async () => {
      expect(await calendar.ids({ venue: "23" })).to.deep.equal([]);
    });

    it("are refused when unknown, of another kind, not numbers or empty", async () => {
      for (const venue of ["999999", "30", "11", "venue-20", "", "0", "-1", "20,999999"]) {
        expect(await refusal(calendar.list({ venue }))).to.deep.equal(invalid({ venue: "unknown-venue" }));
      }
      for (const organizer of ["999999", "20", "x"]) {
        expect(await refusal(calendar.list({ organizer }))).to.deep.equal(
          invalid({ organizer: "unknown-organizer" }),
        );
      }
    });

    it("count as unknown when the caller may not read the record", async () => {
      expect(await refusal(calendar.list({ venue: "22" }, ANONYMOUS))).to.deep.equal(
        invalid({ venue: "unknown-venue" }),
      );
      expect(await refusal(calendar.list({ organizer: "32" }, ANONYMOUS))).to.deep.equal(
        invalid({ organizer: "unknown-organizer" }),
      );
      expect(await calendar.ids({ venue: "22", organizer: "32" }, AUTHOR)).to.deep.equal([13]);
      expect(await calendar.ids({ venue: "22" }, ADMIN)).to.deep.equal([13]);
    });
  });

  describe("all of them", () => {
    it("take as many ids as a page may hold, at least a hundred", async () => {
      const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(",");
      expect(await calendar.ids({ include: ids(100) })).to.have.length(4);
      expect(await refusal(calendar.list({ include: ids(101) }))).to.deep.equal(
        invalid({ include: "too-many" }),
      );
      expect(await refusal(calendar.list({ venue: ids(101), categories: ids(101) }))).to.deep.equal(
        invalid({ categories: "too-many", venue: "too-many" }),
      );
    });

    it("are kept in links as comma lists, after the other parameters", async () => {
      const query = {
        tags: ["outdoor"],
        categories: ["music", "2"],
        featured: "false",
        organizer: "31",
        venue: ["20", "21"],
      };
      expect(await calendar.link({ ...query, include: "11" })).to.equal(
        "status=publish&include=11&venue=20,21&organizer=31&featured=0&categories=music,2&tags=outdoor",
      );
    });
  });
});

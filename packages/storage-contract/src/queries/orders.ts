import { type EventQuery, type MemberOrder, OCCURRENCES_PER_WRITE, RANKED } from "@kalends/core/storage";
import { expect } from "chai";
import {
  ALL_LINKED,
  anEvent,
  anOccurrence,
  anOrganizer,
  aSeries,
  aVenue,
  EVERYTHING,
  type EventFields,
} from "../fixtures.ts";
import { idsOf, LONG, type OpenStore, storeForEach } from "../opened.ts";
import { createThreeDays, day, SERIES } from "../series/three-days.ts";

const BOTH = [false, true] as const;

/**
 * Defines the tests for orders by members and for filters by author, time of change, image and visibility in
 * lists. They add special cases to the random queries.
 */
export const orderContract = (open: OpenStore): void => {
  describe("orders of lists", () => {
    const store = storeForEach(open);
    const { series, saveAll, saveThree, listed } = createThreeDays(store);

    const save = async (...events: readonly EventFields[]): Promise<void> => {
      for (const fields of events) expect(await store().events.save(anEvent(fields))).to.equal(true);
    };
    const by = (order: MemberOrder["by"], query: Partial<EventQuery> = {}): Promise<readonly number[]> =>
      listed({ ...query, order: { by: order } });
    /** Expects this order, and the reverse of it in the other direction, on every page. */
    const expectOrder = async (
      order: MemberOrder["by"],
      expected: readonly number[],
      query: Partial<EventQuery> = {},
    ): Promise<void> => {
      for (const descending of BOTH) {
        const wanted = descending ? expected.toReversed() : expected;
        const all = { ...EVERYTHING, ...query, order: { by: order, descending } };
        const context = `${order} ${descending}`;
        expect(idsOf((await store().events.list(all)).items), context).to.deep.equal(wanted);
        const second = await store().events.list({ ...all, page: 2, perPage: 2 });
        expect(idsOf(second.items), context).to.deep.equal(wanted.slice(2, 4));
        expect(second.total, context).to.equal(expected.length);
      }
    };

    it("reverse everything when they descend, and order equal records by id", async () => {
      const [early, late] = ["2029-12-01 08:00:00", "2029-12-03 08:00:00"];
      await save(
        { id: 4, title: "b", start: day(2), date: early, modified: late, modifiedUtc: early },
        { id: 1, title: "a", start: day(2), date: late, modified: early, modifiedUtc: late },
        { id: 3, title: "a", start: day(1), date: early, modified: late, modifiedUtc: late },
        { id: 2, title: "b", start: day(2), date: early, modified: early, modifiedUtc: early },
      );
      await expectOrder("title", [1, 3, 2, 4]);
      await expectOrder("modified", [2, 4, 1, 3]);
      await expectOrder("date", [2, 3, 4, 1]);
      await expectOrder("id", [1, 2, 3, 4]);
      await expectOrder("start", [3, 2, 4, 1]);
    });

    it("compare titles as folded plain text", async () => {
      const titles = [
        "Zebra",
        "éclair",
        "<em>Eclair</em> 2",
        "Eclair &amp; co",
        "apple",
        "Äpfel",
        "  banana",
      ];
      await save(...titles.map((title, index) => ({ id: index + 1, title })));
      await expectOrder("title", [6, 5, 7, 2, 4, 3, 1]);
      const long = "x".repeat(250);
      await save({ id: 8, title: `${long}b` }, { id: 9, title: `${long}a` });
      expect((await by("title")).slice(-3)).to.deep.equal([8, 9, 1]);
      for (const [id, name] of [
        [101, "Ärger"],
        [102, "arena"],
        [103, "Zoo"],
      ] as const) {
        await store().venues.save(aVenue({ id, name }));
        await store().organizers.save(anOrganizer({ id: id + 100, name }));
      }
      const order = { by: "title" } as const;
      expect(idsOf((await store().venues.list({ ...ALL_LINKED, order })).items)).to.deep.equal([
        102, 101, 103,
      ]);
      expect(idsOf((await store().organizers.list({ ...ALL_LINKED, order })).items)).to.deep.equal([
        202, 201, 203,
      ]);
    });

    it("follow the title and the time of change of a series", async () => {
      await save({ id: 1, title: "M", modifiedUtc: "2029-12-05 12:00:00" });
      await saveThree({ title: "Z" });
      await expectOrder("title", [11, 13, 1, 12]);
      await expectOrder("modified", [11, 12, 13, 1]);
      const changed = { ...series, title: "N", modified: day(1), modifiedUtc: day(1) };
      await store().events.save(changed);
      await expectOrder("title", [1, 11, 13, 12]);
      await expectOrder("modified", [1, 11, 12, 13]);
      expect(await listed({ modified: { after: "2029-12-31 00:00:00" } })).to.deep.equal([11, 12, 13]);
      // The time of an occurrence's own change counts if it is later.
      const second = anOccurrence(changed, { id: 12, start: day(2), changes: { title: "A" } });
      await store().events.saveOccurrences([{ ...second, modified: day(2), modifiedUtc: day(2) }]);
      await store().events.save({ ...changed, modified: day(1), modifiedUtc: day(1), title: "B" });
      await expectOrder("modified", [1, 11, 13, 12]);
      await expectOrder("title", [12, 11, 13, 1]);
    });

    it("combine with ids, series, the first of each series, and statuses", async () => {
      await saveThree({ title: "Alto" });
      await saveAll(
        aSeries({ id: 20, title: "Viola" }),
        { id: 21, start: day(1) },
        { id: 22, start: day(2), changes: { title: "Bass" } },
      );
      await save({ id: 1, title: "Cello", start: day(3) }, { id: 2, title: "Drum", status: "draft" });
      await expectOrder("title", [12, 22, 1, 2, 11, 13, 21]);
      await expectOrder("title", [12, 1, 21], { ids: [21, 1, 12] });
      await expectOrder("title", [SERIES, 20], { ids: [SERIES, 20] });
      await expectOrder("title", [22, 21], { seriesIds: [20] });
      await expectOrder("title", [1, 2, 11, 21], { firstOfSeries: true });
      await expectOrder("title", [12, 22, 1, 11, 13, 21], { visible: { statuses: ["publish"] } });
      const own = { statuses: ["publish"], own: { author: 1, statuses: ["draft"] } };
      await expectOrder("title", [1, 2], { visible: own, ids: [1, 2] });
      await expectOrder("title", [22, 1, 13], { start: { from: day(2) }, ids: [22, 1, 13, 11] });
      await expectOrder("id", [12, 13, 22], { start: { from: day(2), until: day(3) }, ids: [12, 13, 22] });
    });

    it("put the title before the text, and whole words before fragments", async () => {
      await save(
        { id: 1, title: "Evening", description: "Jazzed" },
        { id: 2, title: "Evening", description: "Free jazz" },
        { id: 3, title: "Jazzmatazz" },
        { id: 4, title: "Acid-Jazz!" },
        { id: 5, title: "Evening", description: "<p>JAZZ</p>" },
        { id: 6, title: "Rock" },
      );
      const search = { all: ["jazz"], none: [] };
      await expectOrder("relevance", [4, 3, 2, 5, 1], { search });
      await expectOrder("relevance", [2, 5, 1], { search: { all: ["evening", "jazz"], none: [] } });
      const names = ["Pier jazz", "Jazzery", "Hall", "Hall"];
      for (const [index, name] of names.entries()) {
        const description = index === 2 ? "jazzy" : "a jazz bar";
        await store().venues.save(aVenue({ id: 101 + index, name, description }));
        await store().organizers.save(anOrganizer({ id: 201 + index, name, description }));
      }
      for (const kind of ["venues", "organizers"] as const) {
        const order = { by: "relevance" } as const;
        const { items } = await store()[kind].list({ ...ALL_LINKED, search: ["jazz"], order });
        expect(items.map(({ name }) => name)).to.deep.equal(["Pier jazz", "Jazzery", "Hall", "Hall"]);
        expect((items[2]?.id ?? 0) % 100).to.equal(4);
      }
    });

    it("rank the newest thousand matches, which the others follow", async function () {
      this.timeout(LONG);
      const many = aSeries({ id: 10, title: "Jazzed" });
      const count = RANKED + 2;
      const fields = Array.from({ length: count }, (_, index) => ({
        id: 11 + index,
        start: `2030-${String(1 + (index % 12)).padStart(2, "0")}-01 10:00:00`,
        changes: index === 0 || index === count - 1 || index === 5 ? { title: "Jazz" } : {},
      }));
      await store().events.save(many);
      for (let done = 0; done < count; done += OCCURRENCES_PER_WRITE) {
        const some = fields.slice(done, done + OCCURRENCES_PER_WRITE).map((each) => anOccurrence(many, each));
        expect(await store().events.saveOccurrences(some)).to.deep.equal([]);
      }
      await store().events.reconcileSeries(10);
      const search = { all: ["jazz"], none: [] };
      const all = { ...EVERYTHING, search, order: { by: "relevance" }, perPage: 2 } as const;
      const last = 10 + count;
      const first = await store().events.list(all);
      expect([idsOf(first.items), first.total]).to.deep.equal([[16, last], count]);
      const rest = await store().events.list({ ...all, page: count / 2 });
      expect(idsOf(rest.items)).to.deep.equal([12, 11]);
      const around = await store().events.list({ ...all, page: count / 2 - 1 });
      expect(idsOf(around.items)).to.deep.equal([last - 2, last - 1]);
      const reverse = await store().events.list({ ...all, order: { by: "relevance", descending: true } });
      expect(idsOf(reverse.items)).to.deep.equal([11, 12]);
    });

    it("list hidden events only where a query asks for them", async () => {
      await saveThree({ hideFromListings: true });
      await save(
        { id: 1, hideFromListings: true, start: day(4) },
        { id: 2, start: day(5) },
        { id: 3, hideFromListings: true, status: "draft", author: 7, start: day(6) },
      );
      await store().events.save({ ...aSeries({ id: 30 }), hideFromListings: true });
      expect(await listed()).to.deep.equal([11, 13, 2]);
      expect(await listed({ hidden: "include" })).to.deep.equal([11, 12, 13, 1, 2, 3]);
      expect(await listed({ hidden: "only" })).to.deep.equal([12, 1, 3]);
      expect(await listed({ hidden: "only", ids: [1, 2, 30] })).to.have.members([1, 30]);
      const visible = { statuses: ["publish"] };
      expect(await listed({ hidden: "only", visible })).to.deep.equal([12, 1]);
      expect(await listed({ hidden: "only", start: { from: day(4) }, clock: "utc" })).to.deep.equal([1, 3]);
      await expectOrder("id", [1, 2, 3, 11, 12, 13], { hidden: "include" });
      await expectOrder("start", [12, 1, 3], { hidden: "only" });
      const second = await store().events.list({ ...EVERYTHING, hidden: "include", page: 2, perPage: 4 });
      expect([idsOf(second.items), second.total]).to.deep.equal([[2, 3], 6]);
    });

    it("filter by author, time of change and image", async () => {
      const [early, late] = ["2029-12-01 08:00:00", "2029-12-03 08:00:00"];
      await save(
        { id: 1, author: 5, modifiedUtc: early, imageId: 9 },
        { id: 2, author: 6, modifiedUtc: late },
        { id: 3, author: 7, modifiedUtc: late, imageId: 9 },
      );
      await saveThree({ imageId: 8 }, { ...series, author: 6 });
      await store().events.saveOccurrences([
        anOccurrence(
          { ...series, author: 6, imageId: 9 },
          { id: 14, start: day(4), changes: { imageId: null } },
        ),
      ]);
      const conditions: readonly (readonly [Partial<EventQuery>, readonly number[]])[] = [
        [{ authors: [6, 99] }, [2, 11, 12, 13, 14]],
        [{ authors: [5, 7] }, [1, 3]],
        [{ authors: [99] }, []],
        [{ authors: [] }, []],
        [{ modified: { after: early, before: late } }, [11, 12, 13, 14]],
        [{ modified: { after: late } }, []],
        [{ modified: { before: late } }, [1, 11, 12, 13, 14]],
        [{ hasImage: true }, [1, 3, 12]],
        [{ hasImage: false, authors: [6] }, [2, 11, 13, 14]],
        [{ hasImage: true, modified: { after: early } }, [3, 12]],
      ];
      for (const [query, ids] of conditions)
        expect(await by("id", query), JSON.stringify(query)).to.deep.equal(ids);
      await store().venues.save(aVenue({ id: 101, author: 5, imageId: 9, modifiedUtc: late }));
      await store().venues.save(aVenue({ id: 102, author: 6 }));
      const venues = async (query: object): Promise<readonly number[]> =>
        idsOf((await store().venues.list({ ...ALL_LINKED, ...query })).items);
      expect(await venues({ authors: [5] })).to.deep.equal([101]);
      expect(await venues({ hasImage: false })).to.deep.equal([102]);
      expect(await venues({ modified: { after: "2029-12-02 12:00:00" } })).to.deep.equal([101]);
    });
  });
};

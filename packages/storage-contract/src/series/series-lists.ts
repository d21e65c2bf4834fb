import { type EventQuery, toCost } from "@kalends/core/storage";
import { expect } from "chai";
import { ALL_LINKED, anEvent, anOrganizer, aSeries, aTerm, aVenue, EVERYTHING } from "../fixtures.ts";
import { idsOf, type OpenStore, storeForEach } from "../opened.ts";
import { usedStatuses } from "../repositories/term-repository.ts";
import { createThreeDays, day, SERIES } from "./three-days.ts";

/**
 * Defines tests to check that lists and usage counts reflect changes of series and occurrences. `open` must
 * return a new, empty store.
 */
export const seriesListsContract = (open: OpenStore): void => {
  describe("lists of series", () => {
    const store = storeForEach(open);
    const { series, saveAll, saveThree, listed, having } = createThreeDays(store);
    const usageOf = async (id: number): Promise<object> =>
      usedStatuses((await store().terms.find("category", id))?.usage ?? {});

    it("lists occurrences instead of their series, which is where its id is asked for", async () => {
      await saveThree();
      await store().events.save(anEvent({ id: 1, start: day(2) }));
      expect(await listed()).to.deep.equal([11, 1, 12, 13]);
      expect(await listed({ start: { from: day(2) } })).to.deep.equal([1, 12, 13]);
      expect(await listed({ ids: [SERIES, 12] })).to.deep.equal([SERIES, 12]);
      expect(await listed({ ids: [SERIES], start: { from: day(2) } })).to.deep.equal([]);
      await store().events.save({ ...series, hideFromListings: true });
      expect(await listed({ ids: [SERIES] })).to.deep.equal([]);
    });

    it("lists the occurrences of some series, and of each the first that matches", async () => {
      const other = aSeries({ id: 20 });
      await saveThree({ featured: true });
      await saveAll(other, { id: 21, start: day(1) }, { id: 22, start: day(3), changes: { featured: true } });
      await store().events.save(anEvent({ id: 1, start: day(2), featured: true }));
      expect(await listed({ seriesIds: [SERIES] })).to.deep.equal([11, 12, 13]);
      expect(await listed({ seriesIds: [20, 1, 11] })).to.deep.equal([21, 22]);
      expect(await listed({ seriesIds: [SERIES, 20], start: { from: day(2) } })).to.deep.equal([12, 13, 22]);
      expect(await listed({ seriesIds: [] })).to.deep.equal([]);
      const firstOfSeries = true;
      expect(await listed({ firstOfSeries })).to.deep.equal([11, 21, 1]);
      expect(await listed({ firstOfSeries, featured: true })).to.deep.equal([1, 12, 22]);
      expect(await listed({ firstOfSeries, start: { after: day(2) } })).to.deep.equal([13, 22]);
      expect(await listed({ firstOfSeries, seriesIds: [20] })).to.deep.equal([21]);
      const second = await store().events.list({ ...EVERYTHING, firstOfSeries, page: 2, perPage: 2 });
      expect([idsOf(second.items), second.total]).to.deep.equal([[1], 3]);
    });

    it("finds occurrences by the text of their series, or by their own", async () => {
      await saveThree({ title: "Oboe" });
      expect(await having("harpsichord")).to.deep.equal([11, 13]);
      expect(await having("hall")).to.deep.equal([11, 12, 13]);
      expect(await having("oboe", "hall")).to.deep.equal([12]);
      const renamed = { ...series, title: "Lute", description: "Garden" };
      await saveThree({ title: "Viola" }, renamed);
      expect(await having("harpsichord")).to.deep.equal([]);
      expect(await having("lute")).to.deep.equal([11, 13]);
      expect(await having("viola", "garden")).to.deep.equal([12]);
      await saveThree({}, renamed);
      expect(await having("viola")).to.deep.equal([]);
      expect(await having("lute")).to.deep.equal([11, 12, 13]);
    });

    it("lists by what occurrences have, of their series or of their own", async () => {
      for (const id of [101, 102]) await store().venues.save(aVenue({ id }));
      for (const id of [201, 202]) await store().organizers.save(anOrganizer({ id }));
      for (const id of [1, 2]) await store().terms.save(aTerm({ id }));
      const full = {
        ...series,
        venueId: 101,
        organizerIds: [201],
        categoryIds: [1],
        cost: toCost(["5"]),
        extensions: { rooms: { seats: 3 } },
      };
      const own = {
        venueId: 102,
        organizerIds: [202],
        categoryIds: [2],
        cost: toCost(["9"]),
        extensions: { rooms: { seats: 4 } },
      };
      await saveThree(own, full);
      const seats = { plugin: "rooms", field: "seats" };
      const byCost = { by: "cost", decimalMark: ".", descending: true } as const;
      const both: readonly (readonly [Partial<EventQuery>, Partial<EventQuery>])[] = [
        [{ venueIds: [101] }, { venueIds: [102] }],
        [{ organizerIds: [201] }, { organizerIds: [202] }],
        [{ categoryIds: [1] }, { categoryIds: [2] }],
        [{ cost: { decimalMark: ".", until: 5 } }, { cost: { decimalMark: ".", from: 6 } }],
        [{ extensions: [{ ...seats, anyOf: [3] }] }, { extensions: [{ ...seats, anyOf: [4] }] }],
        [
          { extensions: [{ ...seats, range: { until: 3 } }] },
          { extensions: [{ ...seats, range: { from: 4 } }] },
        ],
      ];
      for (const [followed, changed] of both) {
        expect(await listed(followed), JSON.stringify(followed)).to.deep.equal([11, 13]);
        expect(await listed(changed), JSON.stringify(changed)).to.deep.equal([12]);
      }
      expect(await listed({ order: byCost })).to.deep.equal([12, 11, 13]);
      expect(idsOf((await store().venues.list({ ...ALL_LINKED, eventId: 12 })).items)).to.deep.equal([102]);
      expect(idsOf((await store().venues.list({ ...ALL_LINKED, eventId: SERIES })).items)).to.deep.equal([
        101,
      ]);
      expect(idsOf((await store().organizers.list({ ...ALL_LINKED, eventId: 13 })).items)).to.deep.equal([
        201,
      ]);
      await saveThree({ venueId: null, organizerIds: [], categoryIds: [] }, full);
      for (const [, changed] of both.slice(0, 3)) expect(await listed(changed)).to.deep.equal([]);
      expect((await store().events.find(12))?.venueId).to.equal(undefined);
    });

    it("does not take a series for an event of its venue or its organizers", async () => {
      await store().venues.save(aVenue({ id: 101 }));
      await store().organizers.save(anOrganizer({ id: 201 }));
      const full = { ...series, venueId: 101, organizerIds: [201] };
      await store().events.save(full);
      const visible = { statuses: ["publish"] };
      const upcoming = { from: day(1), clock: "local", visible } as const;
      const totals = async (): Promise<readonly number[]> => {
        const counts: number[] = [];
        for (const kind of ["venues", "organizers"] as const)
          for (const query of [{ events: { linked: "any", visible } as const }, { upcoming }])
            counts.push((await store()[kind].list({ ...ALL_LINKED, ...query })).total);
        return counts;
      };
      expect(await totals()).to.deep.equal([0, 0, 0, 0]);
      await store().events.save({ ...full, hideFromListings: true });
      expect(await totals()).to.deep.equal([0, 0, 0, 0]);
      await saveThree({}, full);
      expect(await totals()).to.deep.equal([1, 1, 1, 1]);
    });

    it("counts a series once for a term, in each status in which an occurrence is listed", async () => {
      for (const id of [1, 2]) await store().terms.save(aTerm({ id }));
      const full = { ...series, categoryIds: [1] };
      await saveThree({ categoryIds: [1, 2] }, full);
      expect([await usageOf(1), await usageOf(2)]).to.deep.equal([{ publish: 1 }, { publish: 1 }]);
      await store().events.reconcileSeries(SERIES);
      await store().events.save(anEvent({ id: 1, categoryIds: [1] }));
      expect(await usageOf(1)).to.deep.equal({ publish: 2 });
      await saveAll(full, { id: 13, start: day(3), gone: "trashed" });
      expect(await usageOf(1)).to.deep.equal({ publish: 2, trash: 1 });
      await saveThree({ hideFromListings: true }, { ...full, status: "draft" });
      expect([await usageOf(1), await usageOf(2)]).to.deep.equal([{ draft: 1, publish: 1 }, {}]);
      await saveAll(
        { ...anEvent({ id: SERIES, categoryIds: [1] }) },
        ...[11, 12, 13].map((id) => ({ id, start: day(id - 10), gone: "unwanted" as const })),
      );
      expect(await usageOf(1)).to.deep.equal({ publish: 2, trash: 1 });
      expect(await listed({ visible: { statuses: ["publish"] } })).to.deep.equal([1, SERIES]);
      await store().terms.remove(1);
      await saveThree({ categoryIds: [2] }, { ...series, categoryIds: [2] });
      expect(await usageOf(2)).to.deep.equal({ publish: 1 });
    });
  });
};

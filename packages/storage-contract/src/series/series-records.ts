import { toOccurrence, toOccurrenceRow } from "@kalends/core/storage";
import { expect } from "chai";
import { expectWritten } from "../expect-written.ts";
import { anEvent, anOccurrence, aSeries, aTerm, EVERYTHING } from "../fixtures.ts";
import { idsOf, type OpenStore, sorted, storeForEach } from "../opened.ts";
import { createThreeDays, day, SERIES } from "./three-days.ts";

/** Defines the tests for storing series and their occurrences. `open` must return a new, empty store. */
export const seriesRecordsContract = (open: OpenStore): void => {
  describe("series", () => {
    const store = storeForEach(open);
    const { series, saveAll, saveThree, listed, having } = createThreeDays(store);

    it("answers occurrences whole, as their series and what is their own make them", async () => {
      const changes = {
        title: "Oboe",
        website: "https://oboe.example/",
        extensions: { rooms: { seats: 9 } },
      };
      const occurrences = await saveThree(changes);
      for (const event of [series, ...occurrences]) {
        expect(await store().events.find(event.id)).to.deep.equal(event);
        expect(await store().events.findBySlug(event.slug)).to.deep.equal(event);
        expect(await store().kindOf(event.id)).to.equal("event");
      }
      expect((await store().events.list(EVERYTHING)).items).to.deep.equal(occurrences);
      const many = await store().events.findMany([13, SERIES, 12, 13, 99]);
      expect(sorted(idsOf(many))).to.deep.equal([SERIES, 12, 13]);
      expect(many.find(({ id }) => id === 12)).to.deep.equal(occurrences[1]);
    });

    it("answers occurrences as their series is by then", async () => {
      const [first, second] = await saveThree({ title: "Oboe" });
      const changed = { ...series, title: "Lute", excerpt: "Strings", sticky: true };
      await store().events.save(changed);
      for (const old of [first, second]) {
        if (old === undefined) throw new Error("There are three.");
        const expected = toOccurrence(changed, toOccurrenceRow(old));
        expect(await store().events.find(old.id)).to.deep.equal(expected);
        expect((await store().events.list({ ...EVERYTHING, ids: [old.id] })).items).to.deep.equal([expected]);
      }
    });

    it("finds occurrences by their series and original start, also when they are moved or gone", async () => {
      await saveAll(
        series,
        { id: 13, start: day(20), recurrenceId: day(3), isMoved: true },
        { id: 12, start: day(2), gone: "trashed" },
        { id: 11, start: day(1) },
        { id: 14, start: day(4), gone: "unwanted" },
      );
      await saveAll(aSeries({ id: 20 }), { id: 21, start: day(2) });
      const { events } = store();
      expect(idsOf(await events.occurrencesOf(SERIES, "", 50))).to.deep.equal([11, 12, 13, 14]);
      expect(idsOf(await events.occurrencesOf(SERIES, day(2), 2))).to.deep.equal([12, 13]);
      expect(await events.occurrencesOf(99, "", 50)).to.deep.equal([]);
      expect((await events.findOccurrence(SERIES, day(3)))?.id).to.equal(13);
      expect((await events.findOccurrence(SERIES, day(2)))?.status).to.equal("trash");
      expect(await events.findOccurrence(SERIES, day(20))).to.equal(undefined);
      expect((await events.findOccurrence(20, day(2)))?.id).to.equal(21);
      const next = async (from: string, ...ids: readonly number[]): Promise<readonly number[]> =>
        sorted(idsOf(await events.nextOccurrences(ids, from)));
      expect(await next(day(1), SERIES, 20, 20, 99)).to.deep.equal([11, 21]);
      expect(await next(day(2), SERIES)).to.deep.equal([13]);
      expect(await next(day(21), SERIES, 20)).to.deep.equal([]);
      expect(idsOf(await events.occurrencesAfter(11, 2))).to.deep.equal([12, 13]);
      expect(idsOf(await events.occurrencesAfter(0, 50))).to.deep.equal([11, 12, 13, 14, 21]);
      expect(await listed({ visible: { statuses: ["trash"] } })).to.deep.equal([12, 14]);
    });

    it("gives occurrences to another series, and ends the old one", async () => {
      const [, second, third] = await saveThree({ title: "Oboe" });
      const later = aSeries({ id: 20, title: "Lute" });
      await store().events.save(later);
      const moved = [second, third].map((old) => {
        if (old?.occurrence === undefined) throw new Error("There are three.");
        const row = toOccurrenceRow({ ...old, occurrence: { ...old.occurrence, seriesId: 20 } });
        return toOccurrence(later, row);
      });
      expect(await store().events.saveOccurrences(moved)).to.deep.equal([]);
      expect(idsOf(await store().events.occurrencesOf(SERIES, "", 50))).to.deep.equal([11]);
      expect(await store().events.occurrencesOf(20, "", 50)).to.deep.equal(moved);
      expect(await having("lute")).to.deep.equal([13]);
      expect(await listed({ firstOfSeries: true })).to.deep.equal([11, 12]);
    });

    it("leaves occurrences out of what is read one by one, published and shown", async () => {
      const due = { status: "future", imageId: 301, date: day(1), dateUtc: day(1) };
      await saveThree({ imageId: 302 }, { ...series, ...due });
      await store().events.save(anEvent({ id: 1, ...due, dateUtc: day(2) }));
      const { events } = store();
      expect(idsOf(await events.readAfter(0, 50))).to.deep.equal([1, SERIES]);
      expect(idsOf(await events.readAfter(0, 1))).to.deep.equal([1]);
      expect(idsOf(await events.due(day(3), 50))).to.deep.equal([SERIES, 1]);
      expect(idsOf(await events.showing(301, 50))).to.deep.equal([1, SERIES]);
      const [shown] = await events.showing(302, 50, { statuses: ["future"] });
      expect([shown?.id, shown?.title]).to.deep.equal([12, "Harpsichord"]);
      expect(await events.showing(302, 50, { statuses: ["publish"] })).to.deep.equal([]);
      expect(await events.idsLinkedTo({ imageId: 301 }, 0, 50)).to.deep.equal([1, SERIES]);
      expect(await events.idsLinkedTo({ imageId: 302 }, 0, 50)).to.deep.equal([SERIES]);
      const unused = await store().images.list({ page: 1, perPage: 9, isUsed: false });
      expect(unused.items).to.deep.equal([]);
    });

    it("takes links off series and off what occurrences have of their own", async () => {
      for (const id of [1, 2]) await store().terms.save(aTerm({ id }));
      const full = { ...series, venueId: 101, organizerIds: [201, 202], categoryIds: [1, 2] };
      const own = { venueId: 102, organizerIds: [203, 201], categoryIds: [2, 1] };
      await saveThree(own, full);
      const { events, terms } = store();
      expect(await events.idsLinkedTo({ venueId: 101 }, 0, 50)).to.deep.equal([SERIES]);
      expect(await events.idsLinkedTo({ venueId: 102 }, 0, 50)).to.deep.equal([SERIES]);
      expect(await events.idsLinkedTo({ organizerId: 201 }, 0, 50)).to.deep.equal([SERIES]);
      expect(await events.idsLinkedTo({ termId: 1 }, SERIES - 1, 50)).to.deep.equal([SERIES]);
      expect(await events.idsLinkedTo({ termId: 1 }, SERIES, 50)).to.deep.equal([]);
      await events.unlinkVenue(102);
      expect((await events.find(12))?.occurrence?.changes).to.deep.equal({ ...own, venueId: null });
      expect((await events.find(12))?.venueId).to.equal(undefined);
      expect((await events.find(11))?.venueId).to.equal(101);
      await events.unlinkVenue(101);
      await events.unlinkOrganizer(201);
      await terms.remove(1);
      const left = { ...series, organizerIds: [202], categoryIds: [2] };
      const ownLeft = { venueId: null, organizerIds: [203], categoryIds: [2] };
      for (const expected of [
        left,
        anOccurrence(left, { id: 11, start: day(1) }),
        anOccurrence(left, { id: 12, start: day(2), changes: ownLeft }),
      ])
        expectWritten(await events.find(expected.id), expected);
      expect(await listed({ venueIds: [101, 102] })).to.deep.equal([]);
      expect(await listed({ organizerIds: [201] })).to.deep.equal([]);
      expect(await listed({ categoryIds: [2] })).to.deep.equal([11, 12, 13]);
    });

    it("remembers which series do not have all their occurrences", async () => {
      for (const id of [30, 20, 40]) await store().events.save(aSeries({ id }));
      const { events } = store();
      await events.reconcileSeries(20, day(5));
      await events.reconcileSeries(30, day(9));
      await events.reconcileSeries(40);
      expect(idsOf(await events.seriesToExtend(day(9), 0, 50))).to.deep.equal([20]);
      expect(idsOf(await events.seriesToExtend(day(10), 0, 50))).to.deep.equal([20, 30]);
      expect(idsOf(await events.seriesToExtend(day(10), 0, 1))).to.deep.equal([20]);
      expect(idsOf(await events.seriesToExtend(day(10), 20, 50))).to.deep.equal([30]);
      await events.save(aSeries({ id: 20, title: "Changed", status: "trash" }));
      expect((await events.seriesToExtend(day(9), 0, 50)).map(({ title }) => title)).to.deep.equal([
        "Changed",
      ]);
      await events.reconcileSeries(20, day(30));
      await events.reconcileSeries(30);
      expect(await events.seriesToExtend(day(20), 0, 50)).to.deep.equal([]);
    });

    it("does not store occurrences whose slug is taken; those in the trash take none", async () => {
      const { events } = store();
      await saveThree();
      await events.save(anEvent({ id: 1, slug: "held" }));
      const [refused, kept, again] = [
        anOccurrence(series, { id: 14, slug: "held", start: day(4) }),
        anOccurrence(series, { id: 15, slug: "free", start: day(5) }),
        anOccurrence(series, { id: 16, slug: "free", start: day(6) }),
      ];
      expect(await events.saveOccurrences([refused, kept, again])).to.deep.equal([14, 16]);
      expect(await events.find(14)).to.equal(undefined);
      expect(await events.save(refused)).to.equal(false);
      const gone = anOccurrence(series, { id: 15, slug: "free", start: day(5), gone: "trashed" });
      expect(await events.saveOccurrences([gone, again])).to.deep.equal([]);
      expect((await events.findBySlug("free"))?.id).to.equal(16);
      expect(await events.saveOccurrences([kept])).to.deep.equal([15]);
      expect((await events.find(15))?.status).to.equal("trash");
    });

    it("keeps one occurrence as it keeps an event, and all of a unit or nothing", async () => {
      await saveThree();
      const { events } = store();
      const renamed = anOccurrence(series, { id: 12, start: day(2), changes: { title: "Oboe" } });
      expect(await events.save(renamed)).to.equal(true);
      expect(await events.find(12)).to.deep.equal(renamed);
      expect(await having("oboe")).to.deep.equal([12]);
      const failure = new Error("undone");
      const work = store().transaction(async (unit) => {
        await unit.events.save({ ...series, title: "Lute" });
        await unit.events.saveOccurrences([
          anOccurrence(series, { id: 11, start: day(8) }),
          anOccurrence(series, { id: 14, start: day(9) }),
        ]);
        await unit.events.reconcileSeries(SERIES, day(9));
        expect((await unit.events.find(14))?.title).to.equal("Lute");
        expect(idsOf(await unit.events.occurrencesOf(SERIES, "", 50))).to.deep.equal([12, 13, 11, 14]);
        throw failure;
      });
      expect(await work.catch((error: unknown) => error)).to.equal(failure);
      expect(await listed()).to.deep.equal([11, 12, 13]);
      expect((await events.find(11))?.title).to.equal("Harpsichord");
      expect(await events.seriesToExtend(day(20), 0, 50)).to.deep.equal([]);
    });
  });
};

import type { UtcRange, Visibility } from "@kalends/core/storage";
import { expect } from "chai";
import { anEvent, anOccurrence, aSeries, type EventFields } from "../fixtures.ts";
import { idsOf, type OpenStore, storeForEach } from "../opened.ts";

const VENUE = 101;
const on = (day: number, hour: number): string =>
  `2030-01-${String(day).padStart(2, "0")} ${String(hour).padStart(2, "0")}:00:00`;
const range = (from: string, until: string): UtcRange => ({ from, until });
const MORNING = range(on(10, 9), on(10, 12));

/**
 * Defines tests of the search for events that use a venue (`occupying`, `isOccupied`). `open` must return a
 * new, empty store.
 */
export const occupancyContract = (open: OpenStore): void => {
  describe("occupancy of venues", () => {
    const store = storeForEach(open);

    const save = async (id: number, from: string, until: string, fields: EventFields = {}): Promise<void> => {
      const times = { start: from, end: until, utcStart: from, utcEnd: until };
      const event = anEvent({ id, slug: `event-${id}`, venueId: VENUE, ...times, ...fields });
      expect(await store().events.save(event)).to.equal(true);
    };
    const occupying = async (wanted: UtcRange, limit = 10): Promise<readonly number[]> =>
      idsOf(await store().events.occupying(VENUE, wanted, limit));
    const isOccupied = (exceptId: number, ...ranges: readonly UtcRange[]): Promise<boolean> =>
      store().events.isOccupied(VENUE, ranges, exceptId);

    it("has events that overlap the half-open range, by start and id", async () => {
      await save(1, on(10, 11), on(10, 13));
      await save(2, on(10, 8), on(10, 10));
      await save(3, on(10, 9), on(10, 10));
      await save(4, on(10, 9), on(10, 10));
      await save(5, on(10, 7), on(10, 9)); // ends when the range begins
      await save(6, on(10, 12), on(10, 13)); // begins when the range ends
      await save(7, on(10, 10), on(10, 10)); // ends when it starts
      await save(8, on(10, 9), on(10, 10), { venueId: VENUE + 1 });
      expect(await occupying(MORNING)).to.deep.equal([2, 3, 4, 1]);
      expect(await occupying(MORNING, 2)).to.deep.equal([2, 3]);
    });

    it("compares times in UTC", async () => {
      const timezone = "Asia/Tokyo";
      const utc = { utcStart: on(10, 9), utcEnd: on(10, 10) };
      await save(1, on(10, 18), on(10, 19), { timezone, ...utc });
      expect(await occupying(MORNING)).to.deep.equal([1]);
      expect(await occupying(range(on(10, 18), on(10, 19)))).to.deep.equal([]);
    });

    it("finds events that began long before the range", async () => {
      await save(1, "2028-01-01 00:00:00", "2031-01-01 00:00:00");
      await save(2, on(3, 10), on(10, 10)); // lasts exactly a week
      await save(3, on(3, 10), on(10, 11)); // lasts an hour longer than a week
      await save(4, on(1, 10), on(10, 9)); // ends before the range begins
      expect(await occupying(MORNING)).to.deep.equal([1, 2, 3]);
      expect(await isOccupied(9, MORNING)).to.equal(true);
    });

    it("counts hidden events and drafts, but none that is in the trash or does not take place", async () => {
      await save(1, on(10, 9), on(10, 10), { hideFromListings: true });
      await save(2, on(10, 9), on(10, 10), { status: "draft" });
      await save(3, on(10, 9), on(10, 10), { eventStatus: "rescheduled" });
      await save(4, on(10, 9), on(10, 10), { status: "trash" });
      for (const [place, eventStatus] of (["cancelled", "postponed", "moved_online"] as const).entries())
        await save(5 + place, on(10, 9), on(10, 10), { eventStatus });
      expect(await occupying(MORNING)).to.deep.equal([1, 2, 3]);
    });

    it("counts only what lists show, if it is asked so", async () => {
      await save(1, on(10, 9), on(10, 10), { status: "draft" });
      await save(2, on(10, 9), on(10, 10), { hideFromListings: true });
      await save(3, on(1, 9), on(10, 10), { status: "draft", author: 7 });
      await save(4, on(1, 9), on(10, 11));
      await save(5, on(10, 10), on(10, 11));
      const listed = async (visible: Visibility, limit = 10): Promise<readonly number[]> =>
        idsOf(await store().events.occupying(VENUE, MORNING, limit, visible));
      expect(await listed({ statuses: ["publish"] })).to.deep.equal([4, 5]);
      expect(await listed({ statuses: ["publish"] }, 1)).to.deep.equal([4]);
      const own = { author: 7, statuses: ["draft"] };
      expect(await listed({ statuses: ["publish"], own })).to.deep.equal([3, 4, 5]);
    });

    it("follows changes of an event", async () => {
      await save(1, on(10, 9), on(10, 10));
      await save(1, on(10, 9), on(10, 10), { eventStatus: "cancelled" });
      expect(await occupying(MORNING)).to.deep.equal([]);
      await save(1, on(10, 9), on(10, 10));
      expect(await occupying(MORNING)).to.deep.equal([1]);
      await save(1, on(11, 9), on(11, 10));
      expect(await occupying(MORNING)).to.deep.equal([]);
      await save(1, on(10, 9), on(10, 10));
      await store().events.unlinkVenue(VENUE);
      expect(await occupying(MORNING)).to.deep.equal([]);
      expect(await isOccupied(9, MORNING)).to.equal(false);
    });

    it("has each occurrence of a series, but not the series", async () => {
      const series = aSeries({ id: 1, venueId: VENUE, start: on(9, 9), end: on(9, 10) });
      await store().events.save(series);
      const elsewhere = anOccurrence(series, {
        ...{ id: 4, start: on(11, 9), end: on(11, 10) },
        changes: { venueId: VENUE + 1 },
      });
      await store().events.saveOccurrences([
        anOccurrence(series, { id: 2, start: on(9, 9), end: on(9, 10) }),
        anOccurrence(series, { id: 3, start: on(10, 9), end: on(10, 10) }),
        elsewhere,
      ]);
      const all = range(on(1, 0), on(30, 0));
      expect(await occupying(all)).to.deep.equal([2, 3]);
      const cancelled = { ...series, eventStatus: "cancelled" as const };
      await store().events.save(cancelled);
      await store().events.saveOccurrences([
        anOccurrence(cancelled, { id: 2, start: on(9, 9), end: on(9, 10) }),
        anOccurrence(cancelled, {
          ...{ id: 3, start: on(10, 9), end: on(10, 10) },
          changes: { eventStatus: "scheduled" },
        }),
      ]);
      expect(await occupying(all)).to.deep.equal([3]);
    });

    it("is asked for several ranges at once, without an event and the occurrences of a series", async () => {
      const series = aSeries({ id: 1, venueId: VENUE, start: on(9, 9), end: on(9, 10) });
      await store().events.save(series);
      await store().events.saveOccurrences([
        anOccurrence(series, { id: 2, start: on(9, 9), end: on(9, 10) }),
      ]);
      await save(3, on(20, 9), on(20, 10));
      const [ninth, tenth, twentieth] = [9, 10, 20].map((day) => range(on(day, 9), on(day, 10))) as [
        UtcRange,
        UtcRange,
        UtcRange,
      ];
      expect(await isOccupied(9)).to.equal(false);
      expect(await isOccupied(9, tenth, ninth)).to.equal(true);
      expect(await isOccupied(1, tenth, ninth)).to.equal(false);
      expect(await isOccupied(2, ninth)).to.equal(false);
      expect(await isOccupied(1, tenth, twentieth)).to.equal(true);
      expect(await isOccupied(3, tenth, twentieth)).to.equal(false);
      const many = Array.from({ length: 99 }, (_, hour) => range(on(10, hour % 24), on(10, (hour % 24) + 1)));
      expect(await isOccupied(9, ...many, twentieth)).to.equal(true);
    });

    it("is seen inside a transaction that changes it", async () => {
      await store().transaction(async (unit) => {
        await unit.events.save(anEvent({ id: 1, venueId: VENUE, start: on(10, 9), utcEnd: on(10, 10) }));
        expect(idsOf(await unit.events.occupying(VENUE, MORNING, 5))).to.deep.equal([1]);
        expect(await unit.events.isOccupied(VENUE, [MORNING], 2)).to.equal(true);
      });
    });
  });
};

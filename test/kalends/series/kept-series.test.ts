import type { CalendarEvent } from "@kalends/core";
import { ZONE_DATA_VERSION } from "@kalends/core/interface";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar } from "kalends";
import { stores } from "../../stores.ts";
import { createMemoryBlobStore } from "../../unit/images/fakes.ts";
import { createPlace } from "../kalends-process.ts";

const WHO = { id: 1, roles: ["editor"] as const };
const NOW = Date.UTC(2031, 2, 10);
const MONTH = 31 * 24 * 60 * 60 * 1000;
const EVENT = {
  title: "Choir",
  start_date: "2031-04-01 19:00:00",
  end_date: "2031-04-01 21:00:00",
  timezone: "Europe/Rome",
};
const [ZONES, KEY] = ["kalends/zones", "data"];

/** Returns the event as it would have been stored if Rome's offset had been one hour less then. */
const anHourLate = (event: CalendarEvent): CalendarEvent => ({
  ...event,
  schedule: { ...event.schedule, utcStart: "2031-04-01 18:00:00", utcEnd: "2031-04-01 20:00:00" },
});

for (const testStore of stores) {
  describe(`series as time goes by, on ${testStore.name}`, function () {
    this.timeout(60_000);
    let store: StoreWithAccounts;
    let now: number;
    const opened: Calendar[] = [];
    const lines: string[] = [];
    beforeEach(async () => {
      store = await testStore.open();
      now = NOW;
      lines.splice(0);
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((calendar) => calendar.close()));
      await store.close();
    });
    const open = async (options: CalendarOptions = {}): Promise<Calendar> => {
      const note = (message: string, fields?: object): void =>
        void lines.push(`${message} ${JSON.stringify(fields)}`);
      const calendar = await createCalendar({
        storage: store,
        media: createMemoryBlobStore(),
        scheduler: false,
        clock: { now: () => now },
        identity: () => undefined,
        logger: { debug() {}, info: note, warn: note, error: note },
        recurrenceHorizon: 24,
        ...options,
      });
      opened.push(calendar);
      return calendar;
    };
    const create = async (calendar: Calendar, more: object = {}): Promise<number> =>
      (await calendar.as(WHO).events.create({ ...EVENT, ...more })).event.id;
    const monthly = { recurrence: { rules: ["FREQ=MONTHLY"] } };
    const startsOf = async (id: number): Promise<readonly string[]> =>
      (await store.events.occurrencesOf(id, "", 200)).map(({ schedule }) => schedule.start);

    it("have occurrences up to the horizon, which moves on", async () => {
      const heard: string[] = [];
      const calendar = await open({ listeners: [], changes: true });
      calendar.events.on("event.updated", ({ after }) => void heard.push(after.title));
      const id = await create(calendar, monthly);
      expect((await startsOf(id)).at(-1)).to.equal("2033-03-01 19:00:00");
      expect(await calendar.extendHorizon()).to.equal(0);
      const last = await store.outbox.last();
      now += 3 * MONTH;
      expect(await calendar.extendHorizon()).to.equal(3);
      expect((await startsOf(id)).at(-1)).to.equal("2033-06-01 19:00:00");
      expect(await calendar.extendHorizon()).to.equal(0);
      // No listener is called.
      expect([heard, await store.outbox.last()]).to.deep.equal([[], last]);
    });

    it("are given more occurrences by one of several processes", async () => {
      const [one, other] = [await open(), await open()];
      const id = await create(one, monthly);
      now += 3 * MONTH;
      const added = await Promise.all([one.extendHorizon(), other.extendHorizon()]);
      expect(added[0] + added[1]).to.equal(3);
      const starts = await startsOf(id);
      expect(starts).to.deep.equal([...new Set(starts)]);
    });

    it("are given them by the scheduler, too", async () => {
      const id = await create(await open(), monthly);
      now += 3 * MONTH;
      await open({ scheduler: true });
      while ((await startsOf(id)).at(-1) !== "2033-06-01 19:00:00") await new Promise(setImmediate);
    });

    it("keep their times until there are newer zone data, and are computed anew once then", async () => {
      const calendar = await open();
      const [single, series] = [await create(calendar), await create(calendar, monthly)];
      await calendar.extendHorizon();
      expect(await store.documents.find(ZONES, KEY)).to.deep.equal({ version: ZONE_DATA_VERSION });
      const utcOf = async (id: number) => (await store.events.find(id))?.schedule.utcStart;
      const makeStale = async (version: string): Promise<void> => {
        const event = await store.events.find(single);
        const [occurrence] = await store.events.occurrencesOf(series, "", 1);
        if (event === undefined || occurrence === undefined) throw new Error("Nothing is there.");
        await store.events.save(anHourLate(event));
        await store.events.saveOccurrences([anHourLate(occurrence)]);
        await store.documents.save({ collection: ZONES, key: KEY, value: { version } });
      };
      await makeStale("9999z");
      await calendar.extendHorizon();
      expect(await utcOf(single)).to.equal("2031-04-01 18:00:00");
      expect(lines.filter((line) => line.includes("newer time zone data"))).to.have.length(1);
      expect(await store.documents.find(ZONES, KEY)).to.deep.equal({ version: "9999z" });
      await makeStale("2020a");
      await Promise.all([calendar.extendHorizon(), (await open()).extendHorizon()]);
      expect(await utcOf(single)).to.equal("2031-04-01 17:00:00");
      const [occurrence] = await store.events.occurrencesOf(series, "", 1);
      expect(occurrence?.schedule.utcStart).to.equal("2031-04-01 17:00:00");
      expect(await store.documents.find(ZONES, KEY)).to.deep.equal({ version: ZONE_DATA_VERSION });
      const moved = lines.filter((line) => line.startsWith("the time of an event changed"));
      expect(moved).to.have.length(2);
    });
  });

  describe(`kalends recompute, on ${testStore.name}`, function () {
    this.timeout(60_000);
    it("computes times anew and says what moved, but not with older data", async () => {
      const place = createPlace(testStore);
      try {
        const store = await place.open();
        const calendar = await createCalendar({
          storage: store,
          scheduler: false,
          identity: () => undefined,
        });
        const { event } = await calendar.as(WHO).events.create(EVENT);
        await calendar.close();
        await store.events.save(anHourLate(event));
        await store.close();
        const { code, output } = await place.run(["recompute"]);
        expect([code, output.trim().split("\n")]).to.deep.equal([
          0,
          [
            `event ${event.id}: 2031-04-01 19:00:00 Europe/Rome (2031-04-01 18:00:00 UTC) is 2031-04-01 19:00:00 (2031-04-01 17:00:00 UTC)`,
            `Recomputed times with time zone data ${ZONE_DATA_VERSION}: 1 event moved.`,
          ],
        ]);
        const again = await place.open();
        expect((await again.events.find(event.id))?.schedule.utcStart).to.equal("2031-04-01 17:00:00");
        await again.documents.save({ collection: ZONES, key: KEY, value: { version: "9999z" } });
        await again.close();
        const refused = await place.run(["recompute"]);
        expect([refused.code, refused.errors]).to.deep.equal([
          1,
          `kalends: The times were computed with newer time zone data (9999z) than this version has (${ZONE_DATA_VERSION}): use a newer version of Kalends.\n`,
        ]);
      } finally {
        await place.clear();
      }
    });
  });
}

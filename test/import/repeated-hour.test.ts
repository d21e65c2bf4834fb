import { createSchedule } from "@kalends/core";
import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { createPlace, type Place } from "../kalends/kalends-process.ts";
import { firstStore } from "../stores.ts";

/**
 * In New York, the hour from 01:00 to 02:00 occurs twice on 7 November 2027. Source:
 * rules/dates.md#dst-overlap.
 */
const SCHEDULE = createSchedule({
  ...{ start: "2027-11-07 01:30:00", end: "2027-11-07 01:15:00", startFold: false, endFold: true },
  ...{ timezone: "America/New_York", allDay: false, dayCutoff: "00:00" },
});
const SECOND = createSchedule({
  ...SCHEDULE,
  startFold: true,
  end: "2027-11-07 01:45:00",
  dayCutoff: "00:00",
});

for (const store of firstStore)
  describe(`the repeated hour in what calendars hand on, on ${store.name}`, () => {
    let place: Place;
    beforeEach(async () => {
      place = createPlace(store);
      await place.onStore(async (opened) => {
        await opened.transaction(async ({ events, ids }) => {
          await ids.reserve("record", 2);
          for (const [index, schedule] of [SCHEDULE, SECOND].entries())
            await events.save({ ...anEvent({ id: index + 1 }), schedule });
        });
      });
    });
    afterEach(() => place.clear());

    for (const format of ["archive", "csv"])
      it(`is told apart by the format ${format}`, async () => {
        const second = await place.storage("second");
        const exported = await place.run(["export", "out", ...(format === "csv" ? ["--format", "csv"] : [])]);
        expect(exported.code, exported.errors).to.equal(0);
        const taken = await place.run(["import", "out", "--no-images"], second);
        expect(taken.code, taken.errors).to.equal(0);
        const opened = await place.open("second");
        const events = await opened.events.readAfter(0, 10);
        await opened.close();
        expect(events.map(({ schedule }) => schedule)).to.deep.equal([SCHEDULE, SECOND]);
        const again = await place.run(["import", "out", "--no-images"], second);
        expect(again.output).to.match(/events: 0 added|already there/);
      });

    it("is told apart in the lists of a server, and when times are computed anew", async () => {
      const other = createPlace(store);
      try {
        const served = await place.serve();
        const taken = await other.run(["import", served.origin]);
        expect(taken.code, taken.errors).to.equal(0);
        await served.end("SIGTERM");
        const moved = await other.run(["recompute"]);
        expect(moved.code, moved.errors).to.equal(0);
        const schedules = await other.onStore(async ({ events }) =>
          (await events.readAfter(0, 10)).map(({ schedule }) => schedule),
        );
        expect(schedules).to.have.deep.members([SCHEDULE, SECOND]);
      } finally {
        await other.clear();
      }
    });
  });

import { isSeries } from "@kalends/core";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { createPlace, type Place } from "./kalends-process.ts";

for (const store of stores) {
  describe(`kalends seed, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    beforeEach(() => {
      place = createPlace(store);
    });
    afterEach(() => place.clear());

    it("puts every venue near its city", async () => {
      expect((await place.run(["seed", "--events", "1"])).output).to.equal("Seeded 1 event.\n");
      const venues = await place.onStore((opened) => opened.venues.readAfter(0, 100));
      expect(venues).to.have.length(5);
      const latitudes = { "New York": 40.7, Genova: 44.4, Lyon: 45.8, Osaka: 34.7, Leeds: 53.8 };
      for (const { city, coordinates } of venues) {
        expect(coordinates?.lat, city).to.be.closeTo(latitudes[city as keyof typeof latitudes], 0.1);
      }
    });

    it("makes series besides, the same for a seed, and leaves the rest as it is without them", async () => {
      const second = await place.storage("second");
      const seed = ["seed", "--events", "3", "--from", "2031-01-01"];
      const { output } = await place.run([...seed, "--series", "4"]);
      expect(output).to.equal("Seeded 3 events and 4 series.\n");
      expect((await place.run(seed, second)).code).to.equal(0);
      const read = async (name?: string) => {
        const opened = await place.open(name);
        const events = await opened.events.readAfter(0, 100);
        const rows = await opened.events.occurrencesAfter(0, 10_000);
        await opened.close();
        return { events, rows };
      };
      const [{ events, rows }, plain] = [await read(), await read("second")];
      const timeless = ({
        date,
        dateUtc,
        modified,
        modifiedUtc,
        revision,
        ...event
      }: (typeof events)[number]) => event;
      expect(events.filter((event) => !isSeries(event)).map(timeless)).to.deep.equal(
        plain.events.map(timeless),
      );
      const series = events.filter(isSeries);
      expect(series.map(({ id }) => id)).to.deep.equal([
        ...new Set(rows.map(({ occurrence }) => occurrence?.seriesId)),
      ]);
      expect(series).to.have.length(4);
      for (const { schedule } of rows) expect(schedule.start).to.match(/^2031-/);
      const third = await place.storage("third");
      await place.run([...seed, "--series", "4"], third);
      expect((await read("third")).rows.map(({ id, slug }) => [id, slug])).to.deep.equal(
        rows.map(({ id, slug }) => [id, slug]),
      );
    });
  });
}

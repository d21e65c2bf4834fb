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
  });
}

import { expect } from "chai";
import { killSplits } from "../../soak/killed/killed-splits.ts";
import { stores } from "../../stores.ts";

for (const store of stores.filter(({ name }) => name !== "mongodb")) {
  describe(`series that are split by a process that is killed, on ${store.name}`, () => {
    // `npm run soak` repeats this many times on each store.
    it("are whole, or in two", async () => {
      const { mistakes, series } = await killSplits(store, { rounds: 2, seed: 1, longestLife: 150 });
      expect(mistakes).to.deep.equal([]);
      expect(series).to.be.greaterThan(0);
    });
  });
}

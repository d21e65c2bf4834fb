import { expect } from "chai";
import { killDeliveries } from "../soak/killed/killed-deliveries.ts";
import { stores } from "../stores.ts";

for (const store of stores) {
  describe(`durable listeners, killed twice, on ${store.name}`, () => {
    // `npm run soak` repeats this hundreds of times.
    it("get everything that was stored, in order, and only after a kill again", async () => {
      const { mistakes, entries } = await killDeliveries(store, { rounds: 2, seed: 1, longestLife: 500 });
      expect(mistakes).to.deep.equal([]);
      expect(entries).to.be.greaterThan(0);
    });
  });
}

import { seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { crashRounds } from "./crash-rounds.ts";

/** Number of crashes per store. `npm run soak` runs 200 and 50. */
const ROUNDS = { sqlite: 4, mongodb: 2 };

for (const store of stores) {
  describe(`a calendar that is killed again and again while it is written to, on ${store.name}`, () => {
    it("has all that it has acknowledged, and nothing by half", async function () {
      this.timeout(120_000);
      const rounds = ROUNDS[store.name === "mongodb" ? "mongodb" : "sqlite"];
      const [, seed = 0] = seedsOf(0);
      const { mistakes, acknowledged } = await crashRounds(store, { rounds, seed, longestLife: 250 });
      expect(mistakes).to.deep.equal([]);
      expect(acknowledged).to.be.above(0);
    });
  });
}

import { expect } from "chai";
import { stores } from "../../stores.ts";
import { killSplits } from "./killed-splits.ts";

for (const store of stores) {
  describe(`series that are split by processes that are killed, on ${store.name}`, () => {
    it("are whole, or in two", async () => {
      const rounds = Number(process.env.ROUNDS ?? (store.name === "mongodb" ? 15 : 60));
      const seed = Number(process.env.SEED);
      const longestLife = store.name === "mongodb" ? 3_000 : 400;
      const { mistakes, ...figures } = await killSplits(store, { rounds, seed, longestLife });
      console.log({ store: store.name, seed, ...figures });
      expect(mistakes).to.deep.equal([]);
    });
  });
}

import { expect } from "chai";
import { stores } from "../../stores.ts";
import { killDeliveries } from "./killed-deliveries.ts";

/** On a storage in another process, writes take longer, so processes live longer. */
const RUNS = { sqlite: { rounds: 200, longestLife: 500 }, mongodb: { rounds: 50, longestLife: 3_000 } };

for (const store of stores) {
  describe(`durable listeners of processes that are killed, on ${store.name}`, () => {
    it("get everything that was stored, in order, and only after a kill again", async () => {
      const run = RUNS[store.name === "mongodb" ? "mongodb" : "sqlite"];
      const rounds = Number(process.env.ROUNDS ?? run.rounds);
      const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
      const { mistakes, ...figures } = await killDeliveries(store, { ...run, rounds, seed });
      console.log({ store: store.name, seed, ...figures });
      expect(mistakes).to.deep.equal([]);
    });
  });
}

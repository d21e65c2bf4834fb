import { expect } from "chai";
import { stores } from "../stores.ts";
import { killDeliveries } from "./killed-deliveries.ts";

const ROUNDS: Readonly<Record<string, number>> = { sqlite: 200, mongodb: 50 };

for (const store of stores) {
  describe(`durable listeners of processes that are killed, on ${store.name}`, () => {
    it("get everything that was stored, in order, and only after a kill again", async () => {
      const rounds = Number(process.env.ROUNDS ?? ROUNDS[store.name]);
      const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
      const { mistakes, ...figures } = await killDeliveries(store, rounds, seed);
      console.log({ store: store.name, seed, ...figures });
      expect(mistakes).to.deep.equal([]);
    });
  });
}

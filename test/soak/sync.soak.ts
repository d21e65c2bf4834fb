import { expect } from "chai";
import { stores } from "../stores.ts";
import { keepInStepWithKills } from "../sync/killed-servers.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 20);

for (const store of stores) {
  describe(`copies kept by sync() from two processes on ${store.name}`, () => {
    it("equal what the lists show, however often one of them was killed", async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const seed = Number(process.env.SEED) + round;
        const { mistakes, ...figures } = await keepInStepWithKills(store, seed, 600, 3);
        console.log({ store: store.name, seed, ...figures });
        expect(mistakes).to.deep.equal([]);
      }
    });
  });
}

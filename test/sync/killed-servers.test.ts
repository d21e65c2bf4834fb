import { expect } from "chai";
import { stores } from "../stores.ts";
import { keepInStepWithKills } from "./killed-servers.ts";

for (const store of stores) {
  describe(`copies kept by sync() from two processes on ${store.name}`, () => {
    it("equal what the lists show after one of them was killed", async () => {
      const { mistakes } = await keepInStepWithKills(store, Number(process.env.SEED), 80, 1);
      expect(mistakes).to.deep.equal([]);
    });
  });
}

import { expect } from "chai";
import { stores } from "../stores.ts";
import { editSeries } from "./series-edits.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 50);

for (const store of stores) {
  describe(`random edits of series on ${store.name}, many times`, () => {
    it("leave one occurrence for each start, and each with its id", async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const seed = Number(process.env.SEED) + round;
        const opened = await store.open();
        expect(await editSeries(opened, { seed, edits: 40 }), `SEED=${seed}`).to.deep.equal([]);
        await opened.close();
      }
    });
  });
}

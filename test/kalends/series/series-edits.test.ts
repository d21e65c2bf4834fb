import { expect } from "chai";
import { editSeries } from "../../soak/series-edits.ts";
import { stores } from "../../stores.ts";

for (const store of stores) {
  describe(`random edits of series on ${store.name}`, () => {
    // `npm run soak` does this with more edits.
    it("leave one occurrence for each start, and each with its id", async () => {
      const seeds = [1, Number(process.env.SEED)];
      for (const seed of store.name === "mongodb" ? seeds.slice(1) : seeds) {
        const opened = await store.open();
        const edits = store.name === "mongodb" ? 6 : 25;
        expect(await editSeries(opened, { seed, edits }), `SEED=${seed}`).to.deep.equal([]);
        await opened.close();
      }
    });
  });
}

import { expect } from "chai";
import { startCalendar } from "../http/start-calendar.ts";
import { stores } from "../stores.ts";
import { keepInStep } from "./in-step.ts";
import { createRandom } from "./random.ts";

const WRITES = 150;

for (const store of stores) {
  describe(`copies kept by sync() on ${store.name}`, () => {
    it("equal what the lists show after writes of all kinds", async () => {
      const calendar = await startCalendar(store, { changes: true });
      try {
        const { mistakes, outcomes } = await keepInStep({
          random: createRandom(Number(process.env.SEED)),
          processes: [calendar.program],
          writers: ["administrator", "editor", "author"],
          writes: WRITES,
          readers: [undefined, "editor", "author"],
        });
        expect(mistakes).to.deep.equal([]);
        expect(outcomes.done).to.be.above(WRITES / 2);
      } finally {
        await calendar.close();
      }
    });
  });
}

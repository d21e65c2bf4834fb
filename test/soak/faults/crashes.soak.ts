import { expect } from "chai";
import { crashRounds } from "../../faults/crash-rounds.ts";
import { makeServer } from "../../mongodb/shared-server.ts";
import { addressOf } from "../../mongodb/test-server.ts";
import { stores } from "../../stores.ts";

const RUNS = { sqlite: { rounds: 200, longestLife: 600 }, mongodb: { rounds: 50, longestLife: 1_500 } };

for (const store of stores) {
  describe(`calendars that are killed again and again while they are written to, on ${store.name}`, () => {
    it("have all that they have acknowledged, and nothing by half", async () => {
      const isMongodb = store.name === "mongodb";
      const run = RUNS[isMongodb ? "mongodb" : "sqlite"];
      const rounds = Number(process.env.ROUNDS ?? run.rounds);
      const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
      console.log({ store: store.name, seed });
      // The test uses a server of its own, because it kills the server too.
      const server = isMongodb ? makeServer() : undefined;
      try {
        const address = server && addressOf(await server.start(), "crashes");
        const own = address === undefined ? store : { ...store, newAddress: async () => address };
        const crashes = await crashRounds(own, { ...run, rounds, seed, ...(server && { server }) });
        console.log({ store: store.name, seed, ...crashes });
        expect(crashes.mistakes).to.deep.equal([]);
      } finally {
        await server?.remove();
      }
    });
  });
}

import { expect } from "chai";
import { stores } from "../stores.ts";
import { createPlace, type Place } from "./kalends-process.ts";

for (const store of stores) {
  const isMongodb = store.name.includes("mongodb");
  describe(`kalends shard on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    before(async () => {
      place = createPlace(store, { isNew: true });
      expect((await place.run(["migrate"])).code).to.equal(0);
    });
    after(() => place.clear());

    it(isMongodb ? "prints the lines for mongosh" : "refuses, for there is nothing to shard", async () => {
      const { code, output, errors } = await place.run(["shard"]);
      if (isMongodb) {
        expect(errors).to.equal("");
        const lines = output.trim().split("\n");
        expect(lines[0]).to.match(/^sh\.enableSharding\(/);
        expect(lines.filter((line) => line.startsWith("sh.shardCollection("))).to.have.length.within(5, 6);
      } else
        expect(errors).to.match(/^kalends: Only a storage on MongoDB can be sharded; this one is sqlite:/);
      expect(code).to.equal(isMongodb ? 0 : 1);
    });

    it("changes nothing on a server that is no router", async () => {
      const { code, output, errors } = await place.run(["shard", "--apply"]);
      expect({ code, output }).to.deep.equal({ code: 1, output: "" });
      expect(errors).to.contain(isMongodb ? "This server is no mongos" : "Only a storage on MongoDB");
    });
  });
}

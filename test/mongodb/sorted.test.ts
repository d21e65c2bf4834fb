import { EVERYTHING } from "@kalends/storage-contract";
import { expect } from "chai";
import type { Document } from "mongodb";
import { comparesSortedLists } from "../stores/sorted-values.ts";
import { indexesOf, type MongodbPlans, openMongodbPlans } from "./plans.ts";
import { describeWithServer } from "./shared-server.ts";

describeWithServer("sorted values in store-mongodb", () => {
  let plans: MongodbPlans;
  before(async () => {
    plans = await openMongodbPlans();
  });
  after(() => plans.store.close());

  describe("put many events in order", () => {
    comparesSortedLists(() => plans.store);

    it("find the values of a page of many events by the index", async () => {
      const order = { by: "cost", decimalMark: "." } as const;
      const reads = await plans.readsOf(() => plans.store.events.list({ ...EVERYTHING, order, perPage: 10 }));
      const walk = reads.find(({ pipeline = [] }) => pipeline.some((stage: Document) => "$project" in stage));
      const plan = await plans.explain(walk ?? {});
      expect(indexesOf(plan)).to.include("kalends_values");
    });
  });
});

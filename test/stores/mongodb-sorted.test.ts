import { toCost } from "@kalends/core";
import { anEvent, anOrganizer, aVenue, EVERYTHING } from "@kalends/storage-contract";
import { openMongodbStorage, openMongodbStore } from "@kalends/store-mongodb";
import { expect } from "chai";
import type { Document } from "mongodb";
import { describeWithServer, newDatabase, sharedClient } from "../mongodb/shared-server.ts";
import { indexesOf, type MongodbPlans, openMongodbPlans } from "./mongodb-plans.ts";
import { comparesSortedLists } from "./sorted-values.ts";

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

  it("are added to what an older version has written, also while this one was there", async () => {
    const address = await newDatabase();
    const db = (await sharedClient()).db(new URL(address).pathname.slice(1));
    const first = await openMongodbStore(address);
    const extensions = { rooms: { seats: 7, name: "Blue" } };
    await first.events.save(anEvent({ id: 1, slug: "one", cost: toCost(["5 €", "7 €"]), extensions }));
    await first.events.save(anEvent({ id: 2, slug: "two" }));
    await first.venues.save(aVenue({ id: 3, extensions }));
    await first.organizers.save(anOrganizer({ id: 4 }));
    await first.close();
    const derivedOf = async (): Promise<readonly unknown[]> => {
      const found = ["events", "venues", "organizers"].map((name) =>
        db
          .collection(name)
          .find({}, { projection: { "derived.values": 1 }, sort: { _id: 1 } })
          .toArray(),
      );
      return (await Promise.all(found)).flat();
    };
    const written = await derivedOf();
    const forget = () =>
      Promise.all(
        ["events", "venues", "organizers"].map((name) =>
          db.collection(name).updateMany({}, { $unset: { "derived.values": "" } }),
        ),
      );
    await forget();
    await db.collection<Document>("layout").updateOne({ _id: "layout" as never }, { $set: { version: 3 } });
    const { store, dropOldIndexes } = await openMongodbStorage(address);
    expect(await derivedOf()).to.deep.equal(written);
    await forget();
    await dropOldIndexes();
    expect(await derivedOf()).to.deep.equal(written);
    await store.close();
  });
});

import type { EventRepository } from "@kalends/core/storage";
import { anEvent, anOccurrence, aSeries } from "@kalends/storage-contract";
import { expect } from "chai";
import { indexesOf, type MongodbPlans, openMongodbPlans } from "./plans.ts";
import { describeWithServer } from "./shared-server.ts";

type Conditions = Parameters<EventRepository["listAfter"]>[0];

const PUBLIC: Conditions = { visible: { statuses: ["publish"] }, clock: "local" };
const MANY = { first: 1000, count: 1200 } as const;
/** Date of all events. An index by date alone therefore matches too many events. */
const DAY = "2031-01-01 10:00:00";

describeWithServer("portions of store-mongodb", () => {
  let plans: MongodbPlans;
  before(async function () {
    this.timeout(60_000);
    plans = await openMongodbPlans();
    await plans.store.transaction(async ({ events }) => {
      await Promise.all(
        Array.from({ length: MANY.count }, (_, place) =>
          events.save(
            anEvent({
              id: MANY.first + place,
              start: DAY,
              venueId: place < 5 ? 101 : 102,
              organizerIds: [201],
            }),
          ),
        ),
      );
      for (const id of [5000, 5001]) {
        const series = aSeries({ id });
        await events.save(series);
        await events.saveOccurrences([anOccurrence(series, { id: id + 10, start: DAY })]);
        await events.reconcileSeries(id);
      }
    });
  });
  after(() => plans?.store.close());

  /** Lists ids and returns the numbers of examined index keys and documents. */
  const lookedAt = async (conditions: Conditions, afterId: number) => {
    const reads = await plans.readsOf(() => plans.store.events.listAfter(conditions, afterId, 5));
    const explained = await Promise.all(reads.map((read) => plans.explain(read)));
    return {
      hints: reads.flatMap(({ hint }) => (hint === undefined ? [] : [hint])),
      indexes: new Set(explained.flatMap(indexesOf)),
      documents: Math.max(...explained.map((each) => each.executionStats?.totalDocsExamined ?? 0)),
    };
  };

  it("are found by the index of a list where few match", async () => {
    const found = await lookedAt({ ...PUBLIC, venueIds: [101] }, 0);
    expect(found.hints).to.deep.equal(["kalends_list_venue_local", "kalends_list_venue_local"]);
    expect(found.documents).to.be.at.most(5);
    const series = await lookedAt({ ...PUBLIC, seriesIds: [5000] }, 0);
    expect(series.hints).to.deep.equal(["kalends_list_series_local"]);
  });

  it("are gone through by id where many match, up to where they are full", async () => {
    for (const conditions of [PUBLIC, { ...PUBLIC, organizerIds: [201] }]) {
      const { hints, documents } = await lookedAt(conditions, MANY.first + 500);
      expect(hints).to.include.members(["_id_"]);
      // After the first thousand events, the ids come from the index alone.
      expect(documents).to.be.at.most(1000);
    }
  });

  it("look for occurrences by the index of their series", async () => {
    const { hints } = await lookedAt(PUBLIC, MANY.first + MANY.count - 2);
    expect(hints).to.include.members(["_id_", "kalends_list_series_local"]);
    const found = await plans.store.events.listAfter(PUBLIC, MANY.first + MANY.count - 2, 5);
    expect(found.map(({ id }) => id)).to.deep.equal([MANY.first + MANY.count - 1, 5000, 5001]);
  });
});

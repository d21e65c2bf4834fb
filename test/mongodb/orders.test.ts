import { utcText } from "@kalends/core";
import type { EventQuery, LinkedQuery, OrderMember } from "@kalends/core/storage";
import { ALL_LINKED, anEvent, anOrganizer, aVenue, EVERYTHING } from "@kalends/storage-contract";
import { expect } from "chai";
import type { Document } from "mongodb";
import { PUBLIC } from "../stores/indexed-lists.ts";
import { indexesOf, type MongodbPlans, openMongodbPlans, stagesOf } from "./plans.ts";
import { describeWithServer } from "./shared-server.ts";

/** Number of events, one a day from 2030 on. Every tenth is a draft, every fiftieth is hidden. */
const EVENTS = 3000;
const PER_PAGE = 10;

const startOf = (id: number): string => utcText(Date.UTC(2030, 0, id));

const ALL: EventQuery = { ...EVERYTHING, visible: PUBLIC, perPage: PER_PAGE };
/** Date range with more matches than the store always sorts, and one with fewer. */
const YEARS = { start: { from: "2032-01-01 00:00:00", until: "2035-12-31 23:59:59" } };
const MONTHS = { start: { from: "2032-01-01 00:00:00", until: "2032-12-31 23:59:59" } };
const SEARCH = { all: ["event"], none: [] };

const MEMBERS = ["title", "modified", "date", "id"] as const;

describeWithServer("the orders of store-mongodb", () => {
  let plans: MongodbPlans;

  before(async function () {
    this.timeout(300_000);
    plans = await openMongodbPlans();
    await fill(plans);
  });
  after(() => plans.store.close());

  const statsOf = async (command: Document): Promise<Document> =>
    (await plans.explain(command)).executionStats ?? {};
  const listed = (query: EventQuery): Promise<readonly Document[]> =>
    plans.readsOf(() => plans.store.events.list(query));

  for (const by of MEMBERS) {
    for (const descending of [false, true]) {
      const direction = descending ? "down" : "up";
      it(`read a page along the index of ${by}, ${direction}`, async () => {
        const order = { by, descending };
        for (const query of [
          { ...ALL, order },
          { ...ALL, order, page: 3 },
          { ...ALL, order, clock: "utc" as const },
          { ...ALL, order, ...YEARS },
          { ...ALL, order, hidden: "include" as const },
          { ...ALL, order, visible: { statuses: ["publish", "draft"] } },
        ]) {
          const [total = {}, page = {}, ...others] = await listed(query);
          const context = JSON.stringify(query);
          expect(others, context).to.deep.equal([]);
          expect(stagesOf(await plans.explain(total)), context).not.to.include("COLLSCAN");
          const { nReturned, totalDocsExamined } = await statsOf(page);
          expect(nReturned, context).to.equal(PER_PAGE);
          // Some hidden events are examined, and one document more for each status.
          expect(totalDocsExamined, context).to.be.at.most(2 * PER_PAGE * query.page + 10);
          const plan = await plans.explain(page, "queryPlanner");
          expect(indexesOf(plan), context).to.include(`kalends_order_${by}_${query.clock}`);
          expect(stagesOf(plan), context).not.to.include("SORT");
        }
      });

      it(`sort by ${by}, ${direction}, when few events match`, async () => {
        const [, page = {}] = await listed({ ...ALL, ...MONTHS, order: { by, descending } });
        expect(indexesOf(await plans.explain(page, "queryPlanner"))).to.include("kalends_list_all_local");
        expect((await statsOf(page)).totalDocsExamined).to.be.at.most(366);
      });
    }
  }

  it("read a page by start from the end in one command", async () => {
    const [list = {}, ...others] = await listed({ ...ALL, order: { by: "start", descending: true } });
    expect(others).to.deep.equal([]);
    const page = { ...list, pipeline: list.pipeline.slice(0, -1) };
    expect((await statsOf(page)).totalDocsExamined).to.be.at.most(2 * PER_PAGE);
  });

  it("rank the newest thousand matches alone", async () => {
    const [, total = {}, newest = {}, ...others] = await listed({
      ...ALL,
      search: SEARCH,
      order: { by: "relevance" },
    });
    expect(stagesOf(await plans.explain(total, "queryPlanner"))).to.include("IXSCAN");
    expect(newest.limit).to.equal(1000);
    expect((await statsOf(newest)).totalDocsExamined).to.be.at.most(1300);
    // The events of the page are in the cache of records or are read by their ids.
    for (const command of others) expect(Object.keys(command.filter)).to.deep.equal(["_id"]);
  });

  it("find the events of an author, changes since a time, and hidden events by an index", async () => {
    const cases: readonly (readonly [Partial<EventQuery>, string, number])[] = [
      [{ authors: [7] }, "kalends_list_author_local", PER_PAGE],
      [{ modified: { after: "2029-07-25 00:00:00" } }, "kalends_order_modified_local", 100],
      [{ hidden: "only" }, "kalends_list_all_local", PER_PAGE],
    ];
    for (const [fields, index, examined] of cases) {
      const [list = {}] = await listed({ ...ALL, ...fields });
      const page = { ...list, pipeline: list.pipeline.slice(0, -1) };
      expect(indexesOf(await plans.explain(page, "queryPlanner"))).to.include(index);
      const { nReturned, totalDocsExamined } = await statsOf(page);
      expect(nReturned, index).to.equal(PER_PAGE);
      expect(totalDocsExamined, index).to.be.at.most(examined);
    }
  });

  it("sort venues and organizers by an index", async () => {
    const orders: readonly Exclude<OrderMember, "start">[] = [...MEMBERS, "relevance"];
    for (const by of orders)
      for (const repository of [plans.store.venues, plans.store.organizers]) {
        const query: LinkedQuery = { ...ALL_LINKED, visible: PUBLIC, search: ["a"], order: { by } };
        for (const command of await plans.readsOf(() => repository.list(query)))
          expect(stagesOf(await plans.explain(command)), by).not.to.include("COLLSCAN");
      }
  });
});

const fill = async ({ store }: MongodbPlans): Promise<void> => {
  await store.transaction(async ({ venues, organizers }) => {
    for (let id = 1; id <= 20; id += 1) {
      await venues.save(aVenue({ id: 10_000 + id }));
      await organizers.save(anOrganizer({ id: 20_000 + id }));
    }
  });
  for (let first = 1; first <= EVENTS; first += 500)
    await store.transaction(async ({ events }) => {
      const saved = Array.from({ length: 500 }, (_, index) => {
        const id = first + index;
        // Titles and times of change do not follow the dates.
        const mixed = (id * 1543) % EVENTS;
        const time = utcText(Date.UTC(2029, 0, 1) + mixed * 6_000_000);
        return events.save(
          anEvent({
            ...{ id, title: `Event ${mixed}`, start: startOf(id), author: id % 100 },
            ...{ date: time, dateUtc: time, modified: time, modifiedUtc: time },
            status: id % 10 === 0 ? "draft" : "publish",
            hideFromListings: id % 50 === 1,
          }),
        );
      });
      await Promise.all(saved);
    });
};

import type { EventQuery, LinkedOrder, MemberOrder } from "@kalends/core/storage";
import { ALL_LINKED, anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { PUBLIC } from "../stores/indexed-lists.ts";
import { queryPlans, scansOf } from "../stores/query-plans.ts";

const WINDOW: EventQuery = {
  visible: PUBLIC,
  clock: "local",
  start: { from: "2030-01-01 00:00:00", until: "2031-12-31 23:59:59" },
  order: "start",
  page: 1,
  perPage: 3,
};

/** Orders of many events, each with the step of the plan that reads the page. */
const ORDERS: readonly (readonly [by: MemberOrder["by"], step: RegExp])[] = [
  ["title", /^SCAN m USING (COVERING )?INDEX kalends_events_by_title$/],
  ["modified", /^SCAN m USING (COVERING )?INDEX kalends_events_by_modified$/],
  ["date", /^SCAN m USING (COVERING )?INDEX kalends_events_by_published$/],
  ["id", /^SEARCH m USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)$/],
  [
    "start",
    /^SEARCH m USING COVERING INDEX kalends_events_by_status_start \(status=\? AND starts>\? AND starts<\?\)$/,
  ],
];

/** Filters of lists, each with the index that finds the events. */
const FILTERS: Readonly<Record<string, readonly [query: Partial<EventQuery>, index: string]>> = {
  "of an author": [{ authors: [1] }, "events_by_author (author=? AND status=? AND hidden=?"],
  "of authors, for editors": [
    { authors: [1, 2], visible: { statuses: ["publish", "draft"] } },
    "events_by_author (author=?",
  ],
  "changed lately": [{ modified: { after: "2029-01-01 00:00:00" } }, "events_by_modified (modified_utc>?)"],
  "with an image": [{ hasImage: false }, "events_by_status_start (status=? AND starts>? AND starts<?)"],
  "that are hidden": [{ hidden: "only" }, "events_hidden (starts>? AND starts<?)"],
};

describe("orders and filters of store-sqlite", () => {
  const { store, statementsOf, planOf } = queryPlans();
  before(() => store().events.save(anEvent({ id: 99, hideFromListings: true })));

  /** Returns the plans of the statements that look for events. */
  const plansOf = async (query: EventQuery): Promise<readonly (readonly string[])[]> => {
    const statements = await statementsOf(() => store().events.list(query));
    return statements.filter((sql) => sql.includes("events m ") && !sql.includes("SELECT 1")).map(planOf);
  };

  for (const [by, step] of ORDERS)
    for (const descending of [false, true])
      it(`read a page by ${by}${descending ? ", descending," : ""} in the order of an index`, async () => {
        const page = (await plansOf({ ...WINDOW, order: { by, descending } })).at(-1);
        expect(page?.[0]).to.match(step);
        expect(page?.join("\n")).to.not.contain("TEMP B-TREE");
      });

  it("count the matches of every order by months", async () => {
    await store().events.save(anEvent({ id: 98, featured: true }));
    const [total] = await plansOf({ ...WINDOW, featured: true, order: { by: "title" } });
    expect(total?.join("\n")).to.contain("kalends_event_months");
  });

  it("read few matches by their filter and sort them", async () => {
    const query = { ...WINDOW, venueIds: [102], perPage: 10, order: { by: "title" } } as const;
    const plans = await plansOf(query);
    for (const plan of plans) expect(plan.join("\n")).to.contain("events_by_venue (venue_id=? AND status=?");
    expect(plans.at(-1)?.join("\n")).to.contain("USE TEMP B-TREE FOR ORDER BY");
  });

  for (const [name, [query, index]] of Object.entries(FILTERS))
    it(`find events ${name} by an index`, async () => {
      const plans = await plansOf({ ...WINDOW, ...query });
      expect(plans).to.not.have.length(0);
      for (const plan of plans) {
        expect(plan.join("\n")).to.contain(index);
        expect(scansOf(plan)).to.deep.equal([]);
      }
    });

  it("read hidden events with all others from two indexes", async () => {
    const statements = await statementsOf(() => store().events.list({ ...WINDOW, hidden: "include" }));
    for (const plan of statements.map(planOf)) {
      expect(plan.join("\n")).to.match(/events_by_start \(starts>\? AND starts<\?\)/);
      expect(plan.join("\n")).to.match(/events_hidden \(starts>\? AND starts<\?\)/);
    }
    expect(planOf(statements.at(-1) ?? "").join("\n")).to.contain("MERGE (UNION ALL)");
  });

  it("rank only the newest matches of a search", async () => {
    const order = { by: "relevance" } as const;
    const query = { ...WINDOW, search: { all: ["jazz"], none: [] }, order };
    const statements = await statementsOf(() => store().events.list(query));
    expect(statements.at(-1)).to.match(/LIMIT \? OFFSET \?\) f\s+ORDER BY relevance\(/);
    expect(scansOf(planOf(statements.at(-1) ?? ""))).to.deep.equal([]);
  });

  for (const kind of ["venues", "organizers"] as const)
    for (const by of ["title", "modified"] as const)
      it(`read ${kind} by ${by} in the order of an index`, async () => {
        const order: LinkedOrder = { by, descending: true };
        const statements = await statementsOf(() =>
          store()[kind].list({ ...ALL_LINKED, visible: PUBLIC, order }),
        );
        const page = planOf(statements.at(-1) ?? "").join("\n");
        expect(page).to.match(new RegExp(`SCAN l USING (COVERING )?INDEX kalends_${kind}_by_${by}`));
        expect(page).to.not.contain("TEMP B-TREE");
      });
});

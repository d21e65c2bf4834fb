import type { EventRepository } from "@kalends/core/storage";
import { anEvent, anOccurrence, aSeries, EVERYTHING } from "@kalends/storage-contract";
import { expect } from "chai";
import { queryPlans, scansOf } from "../stores/query-plans.ts";

type Conditions = Parameters<EventRepository["listAfter"]>[0];

const PUBLIC: Conditions = { visible: { statuses: ["publish"] }, clock: "local" };
const MANY = { first: 1000, count: 3000 } as const;
const SERIES = { first: 5000, count: 60 } as const;

/** Conditions by name. Each has an index that must be used to find the matches. */
const FEW: Readonly<Record<string, readonly [conditions: Conditions, index: string]>> = {
  "a window of dates": [
    { ...PUBLIC, start: { from: "2029-12-30 00:00:00", before: "2030-01-02 00:00:00" } },
    "events_by_status_start (status=? AND starts>? AND starts<?)",
  ],
  "a category": [{ ...PUBLIC, categoryIds: [301] }, "m USING PRIMARY KEY (term_id=?)"],
  "an organizer": [{ ...PUBLIC, organizerIds: [201] }, "m USING PRIMARY KEY (organizer_id=?)"],
  "a venue": [{ ...PUBLIC, venueIds: [101] }, "events_by_venue (venue_id=?"],
  "an area": [
    {
      ...PUBLIC,
      location: {
        within: { center: { lat: 48.2, lng: 16.4 }, kilometres: 5 },
        visible: PUBLIC.visible,
      },
    },
    "events_by_venue (venue_id=?",
  ],
  "some ids": [{ ...PUBLIC, ids: [1, 2] }, "INTEGER PRIMARY KEY (rowid=?)"],
  "some series": [{ ...PUBLIC, seriesIds: [5000] }, "events_by_series_start (series_id=?)"],
};

describe("portions of store-sqlite", () => {
  const { store, statementsOf, planOf } = queryPlans();
  before(() =>
    store().transaction(async ({ events }) => {
      for (let id = MANY.first; id < MANY.first + MANY.count; id += 1)
        await events.save(anEvent({ id, title: "Harp", start: "2031-01-01 10:00:00" }));
      for (let id = SERIES.first; id < SERIES.first + SERIES.count; id += 1) {
        const series = aSeries({ id, title: "Harp" });
        await events.save(series);
        await events.saveOccurrences([anOccurrence(series, { id: id + 1000, start: "2031-01-01 10:00:00" })]);
        await events.reconcileSeries(id);
      }
    }),
  );

  const plansOf = async (conditions: Conditions, afterId: number): Promise<readonly string[]> => {
    const statements = await statementsOf(() => store().events.listAfter(conditions, afterId, 5));
    return statements.map((statement) => planOf(statement).join("\n"));
  };

  for (const [name, [conditions, index]] of Object.entries(FEW)) {
    it(`are found by the index of a list where few match: ${name}`, async () => {
      const statements = await statementsOf(() => store().events.listAfter(conditions, 0, 5));
      const own = statements.filter((statement) => statement.startsWith("SELECT DISTINCT"));
      expect(own.map((statement) => planOf(statement).join("\n"))[0]).to.contain(index);
      expect(own).to.have.length(1);
      expect(statements.map(planOf).flatMap(scansOf)).to.deep.equal([]);
    });
  }

  for (const [name, conditions] of Object.entries({
    everything: PUBLIC,
    "what is somebody's own": {
      ...PUBLIC,
      visible: { ...PUBLIC.visible, own: { author: 1, statuses: ["draft"] } },
    },
    "a search": { ...PUBLIC, search: { all: ["harp"], none: ["flute"] } },
    "a search for what nothing has": { ...PUBLIC, search: { all: ["trombone"], none: [] } },
    "what has a field": {
      ...PUBLIC,
      extensions: [{ plugin: "audience", field: "audience", anyOf: ["kids"] }],
    },
  } as Readonly<Record<string, Conditions>>)) {
    it(`are gone through by id where many may match: ${name}`, async () => {
      for (const afterId of [0, MANY.first + 500, SERIES.first - 1]) {
        const plans = await plansOf(conditions, afterId);
        expect(plans.join("\n")).not.to.contain("TEMP B-TREE");
        expect(plans.flatMap((plan) => scansOf(plan.split("\n")))).to.deep.equal([]);
        const singles = plans.filter((plan) =>
          plan.startsWith("SEARCH m USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"),
        );
        const series = plans.filter((plan) =>
          /SEARCH s USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/.test(plan),
        );
        expect(singles).to.have.length.at.least(1);
        expect(series).to.have.length(singles.length);
        for (const plan of series) expect(plan).to.contain("events_by_series_start (series_id=?");
      }
    });
  }

  it("end where they are full, and else look at a bounded number of records with each statement", async () => {
    const count = async (conditions: Conditions): Promise<number> =>
      (await statementsOf(() => store().events.listAfter(conditions, 0, 5))).filter((statement) =>
        statement.includes("events m NOT INDEXED"),
      ).length;
    expect(await count(PUBLIC)).to.equal(1);
    expect(await count({ ...PUBLIC, search: { all: ["trombone"], none: [] } })).to.be.above(2);
  });

  it("have what is looked for, wherever it lies", async () => {
    const { order: _order, page: _page, perPage: _perPage, ...everything } = EVERYTHING;
    const found = await store().events.listAfter(
      { ...everything, search: { all: ["harp"], none: [] } },
      MANY.first + MANY.count - 3,
      4,
    );
    expect(found.map(({ id }) => id)).to.deep.equal([3998, 3999, 5000, 5001]);
  });
});
